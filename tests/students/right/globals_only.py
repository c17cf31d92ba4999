# game and player as globals so I don't have to pass them around all the time
GAME = None
ME = None
counter = 0

def minimax(game, position, depth):
    global GAME, ME, counter
    GAME = game
    ME = game.turn(position)
    counter = 0
    wert, zug = suche(position, depth)
    # print("Knoten:", counter)
    return wert, zug

def suche(stellung, tiefe):
    global counter
    counter += 1
    if GAME.is_over(stellung):
        return GAME.utility(stellung, ME), None
    if tiefe == 0:
        return GAME.evaluate(stellung, ME), None
    bester_zug = None
    if GAME.turn(stellung) == ME:
        bester_wert = -999999
        for zug in GAME.moves(stellung):
            wert, _ = suche(GAME.play(stellung, zug), tiefe - 1)
            if wert > bester_wert:
                bester_wert = wert
                bester_zug = zug
    else:
        bester_wert = 999999
        for zug in GAME.moves(stellung):
            wert, _ = suche(GAME.play(stellung, zug), tiefe - 1)
            if wert < bester_wert:
                bester_wert = wert
                bester_zug = zug
    return bester_wert, bester_zug
