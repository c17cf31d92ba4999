"""Where work runs: in this process, in processes of this machine, or on a Ray cluster.

job         what all units of a run have in common, as data that can be sent anywhere
executor    hands units to workers, and yields their answers as they come
places      where a job can run, as a user names it
processes   workers on this machine
cluster     workers on a Ray cluster
cargo       what workers elsewhere need: the files of games, and compiled searches
worker      what every worker does, wherever it runs
batch       jobs that search many positions
"""
