# Christopher's jewel, an octahedron: quarter turns of a corner with its four edges.
# Stickers by face (UFR URB UBL ULF, the same below): three corners, then three edges.
U:=(1,19,13,7)(4,22,16,10)(5,23,17,11);
D:=(25,31,37,43)(28,34,40,46)(29,35,41,47);
F:=(2,26,45,21)(4,30,47,24)(6,28,48,23);
B:=(9,14,38,33)(11,18,40,36)(12,16,42,35);
L:=(15,20,44,39)(17,24,46,42)(18,22,48,41);
R:=(3,8,32,27)(5,12,34,30)(6,10,36,29);
Gen:=[
U,D,F,B,L,R
];
