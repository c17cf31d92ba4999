// The benchmark's Connect Four and alpha-beta, written by hand for this one game. Bits as in connect_four.py.
#include <cstdint>
#include <initializer_list>

using Bits = std::uint64_t;

static constexpr Bits column(int c) { return Bits{63} << (7 * c); }
static constexpr Bits ones = column(1) | column(5), twos = column(2) | column(4), threes = column(3);
static constexpr Bits board = column(0) | ones | twos | threes | column(6);
static std::int64_t nodes;

static bool has_four(Bits discs) {
    for (int step : {1, 6, 7, 8}) {
        Bits pairs = discs & discs >> step;
        if (pairs & pairs >> 2 * step) return true;
    }
    return false;
}

static int weight(Bits discs) {
    return __builtin_popcountll(discs & ones) + 2 * __builtin_popcountll(discs & twos) +
           3 * __builtin_popcountll(discs & threes);
}

static int search(Bits mine, Bits theirs, int depth, int alpha, int beta) {
    ++nodes;
    if (has_four(theirs)) return -1000;
    Bits taken = mine | theirs;
    if (taken == board) return 0;
    if (depth == 0) return weight(mine) - weight(theirs);
    int best = -1000000;
    for (int c = 0; c < 7; ++c) {
        if (taken >> (7 * c + 5) & 1) continue;
        Bits disc = (taken + (Bits{1} << 7 * c)) & column(c);
        int score = -search(theirs, mine | disc, depth - 1, -beta, -alpha);
        if (score > best) {
            best = score;
            if (score > alpha) alpha = score;
            if (alpha >= beta) break;
        }
    }
    return best;
}

extern "C" std::int64_t search(int depth) {
    nodes = 0;
    search(0, 0, depth, -1000000, 1000000);
    return nodes;
}
