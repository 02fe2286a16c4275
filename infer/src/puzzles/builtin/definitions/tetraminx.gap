# The tetraminx, a pyraminx without tips: thirds of a turn of a corner with its three edges.
# Stickers by face (front, left, right, down): three corners, then three edges.
U:=(1,7,13)(4,11,16)(5,10,17);
L:=(2,19,8)(4,22,12)(6,23,10);
R:=(3,14,20)(5,18,22)(6,16,24);
B:=(9,21,15)(11,23,18)(12,24,17);
Gen:=[
U,L,R,B
];
