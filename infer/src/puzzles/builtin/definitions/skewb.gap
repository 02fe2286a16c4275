# The skewb: thirds of a turn about four corners, the corner UFR held still.
# R turns the half of the corner DBR, U of UBL, L of DFL and B of DBL.
# Stickers: the six centres U L F R B D, then three a corner.
R:=(4,5,6)(13,30,20)(14,28,21)(15,29,19)(25,27,26);
U:=(1,2,5)(10,30,14)(11,28,15)(12,29,13)(16,18,17);
L:=(2,3,6)(10,21,29)(11,19,30)(12,20,28)(22,24,23);
B:=(2,6,5)(16,23,27)(17,24,25)(18,22,26)(28,29,30);
Gen:=[
R,U,L,B
];
