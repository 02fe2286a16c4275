# The pyraminx: thirds of a turn of a corner with its three edges (U L R B) and of its tip alone (u l r b).
# Stickers by face (front, left, right, down): at each corner the tip and the piece below it, then the three edges.
U:=(1,10,19)(2,11,20)(7,17,25)(8,16,26);
L:=(3,28,12)(4,29,13)(7,34,18)(9,35,16);
R:=(5,21,30)(6,22,31)(8,27,34)(9,25,36);
B:=(14,32,23)(15,33,24)(17,35,27)(18,36,26);
u:=(1,10,19);
l:=(3,28,12);
r:=(5,21,30);
b:=(14,32,23);
Gen:=[
U,L,R,B,u,l,r,b
];
