# Two rings of six beads each that cross at two places, 3 and 5. Each ring turns by one place.
# The beads of a ring look alike; those at the crossings are alike too.
left:=(1,2,3,4,5,6);
right:=(3,7,5,8,9,10);
Gen:=[left,right];
ip:=[[1,2,4,6],[3,5],[7,8,9,10]];
