// The networks in this package, by the puzzles that they are for; that of `cube3` is in the program. Each is loaded when its
// puzzle is asked for. A page's tools find the files by these very expressions.
export const networks = {
  'cube3-htm': () => new URL('../networks/cube3-htm-base.qtw', import.meta.url),
  cube2: () => new URL('../networks/cube2-base.qtw', import.meta.url),
  'cube2-htm': () => new URL('../networks/cube2-base.qtw', import.meta.url),
  puzzle15: () => new URL('../networks/puzzle15-base.qtw', import.meta.url),
  puzzle24: () => new URL('../networks/puzzle24-base.qtw', import.meta.url),
  puzzle35: () => new URL('../networks/puzzle35-base.qtw', import.meta.url),
  puzzle48: () => new URL('../networks/puzzle48-base.qtw', import.meta.url),
  lightsout7: () => new URL('../networks/lightsout7-base.qtw', import.meta.url),
  sokoban: () => new URL('../networks/sokoban-base.qtw', import.meta.url),
  dino: () => new URL('../networks/dino-base.qtw', import.meta.url),
  jewel: () => new URL('../networks/jewel-base.qtw', import.meta.url),
};
