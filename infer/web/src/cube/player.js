// The cube in three dimensions: cubing.js's player, driven by the page's own buttons.
import { KTransformation } from 'cubing/kpuzzle';
import { cube2x2x2, cube3x3x3 } from 'cubing/puzzles';
import { TwistyPlayer } from 'cubing/twisty';
import { pieces } from './geometry.js';

const FORWARDS = 1;
const BACKWARDS = -1;

const drawable = () => {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
};

/** What moves a solved cube to these stickers, or nothing where they are no pieces. */
const transformation = (kpuzzle, facelets, side) => {
  const orbits = pieces(facelets, side);
  const whole = Object.values(orbits).every((list) => list.every(Boolean) && new Set(list.map(({ piece }) => piece)).size === list.length);
  if (!whole) return undefined;
  const data = structuredClone(kpuzzle.identityTransformation().transformationData);
  for (const [name, list] of Object.entries(orbits)) {
    data[name] = { permutation: list.map(({ piece }) => piece), orientationDelta: list.map(({ turn }) => turn) };
  }
  return new KTransformation(kpuzzle, data);
};

/** The player; `told(index, playing)` hears where it is. */
export const player = async (side, told) => {
  const loader = side === 3 ? cube3x3x3 : cube2x2x2;
  const kpuzzle = await loader.kpuzzle();
  const root = new TwistyPlayer({
    puzzle: loader.id,
    visualization: drawable() ? '3D' : '2D',
    background: 'none',
    controlPanel: 'none',
    hintFacelets: 'none',
    viewerLink: 'none',
    experimentalDragInput: 'auto',
  });
  const model = root.experimentalModel;
  const animation = root.controller.animationController;
  let length = 0;
  const tell = async () => {
    const { timestamp, atEnd } = await model.detailedTimelineInfo.get();
    const { playing } = await model.playingInfo.get();
    // Where two moves meet the indexer still names the first.
    const index = atEnd ? length : (await model.indexer.get()).timestampToIndex(timestamp + 1);
    told(index, playing);
  };
  model.detailedTimelineInfo.addFreshListener(tell);
  model.playingInfo.addFreshListener(tell);
  return {
    root,
    show(facelets) {
      const start = transformation(kpuzzle, facelets, side);
      if (!start) return;
      length = 0;
      root.alg = '';
      model.setupTransformation.set(start);
    },
    set(moves) {
      length = moves.length;
      root.alg = moves.join(' ');
      root.jumpToStart();
    },
    async goto(index) {
      root.pause();
      if (index >= length) return root.jumpToEnd();
      const indexer = await model.indexer.get();
      return model.timestampRequest.set(indexer.indexToMoveStartTimestamp(index));
    },
    step(by) {
      const direction = by > 0 ? FORWARDS : BACKWARDS;
      animation.play({ direction, untilBoundary: 'move', autoSkipToOtherEndIfStartingAtBoundary: false });
    },
    toggle: () => root.togglePlay(),
    pause: () => root.pause(),
    speed(times) {
      // A turn takes half a second, where cubing.js takes a second.
      root.tempoScale = 2 * times;
    },
  };
};
