# The pyraminx: U L R B turn a corner with all that moves with it, u l r b the tip alone, clockwise by a third.
# The four faces have the stickers of nine pieces each; every sticker has a number.
U:=(1,3,2)(4,6,5)(7,11,10)(8,12,9);
L:=(7,20,21)(8,19,22)(13,14,15)(16,17,18);
R:=(9,29,20)(10,30,19)(23,25,24)(26,28,27);
B:=(11,22,29)(12,21,30)(31,32,33)(34,35,36);
u:=(4,6,5);
l:=(16,17,18);
r:=(26,28,27);
b:=(34,35,36);
Gen:=[U,L,R,B,u,l,r,b];
