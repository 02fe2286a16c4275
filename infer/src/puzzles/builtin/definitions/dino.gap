# The dino cube: a third of a turn of each corner, clockwise seen from it. It exchanges three edges.
# Two stickers an edge.
UFR:=(2,13,11)(3,14,9);
UFL:=(1,9,6)(2,10,5);
UBR:=(3,17,15)(4,19,13);
UBL:=(1,7,17)(4,5,18);
DFR:=(11,16,22)(12,14,23);
DFL:=(6,12,21)(8,10,22);
DBR:=(15,20,23)(16,19,24);
DBL:=(7,21,20)(8,24,18);
Gen:=[
UFR,UFL,UBR,UBL,DFR,DFL,DBR,DBL
];
