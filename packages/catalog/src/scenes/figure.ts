import { type Bone, type Part, boneOf, inHull, meltedInto, nearestOf, onBone, placeOn, sleeve } from "./body.ts";
import { smoothstep } from "./frame.ts";
import { type Distance, type Vec, add, capsule, dot, mix3, scale } from "./march.ts";
import { fbm, makeNoise } from "./noise.ts";

interface Pose {
  readonly hip: Vec;
  readonly chest: Vec;
  readonly head: Vec;
  readonly legs: readonly Limb[];
  readonly arms: readonly Limb[];
}

/** A limb: its root (hip or shoulder), its joint (knee or elbow), and its end (foot or hand). */
interface Limb {
  readonly root: Vec;
  readonly joint: Vec;
  readonly end: Vec;
}

const bend = (root: Vec, swing: number, fold: number, upper: number, lower: number): Limb => {
  const joint = add(root, [Math.sin(swing) * upper, -Math.cos(swing) * upper, 0]);
  return { root, joint, end: add(joint, [Math.sin(swing - fold) * lower, -Math.cos(swing - fold) * lower, 0]) };
};

/**
 * A gait: cycles per loop; swing of legs and arms, bend of knees, and bend of elbows, in radians; and how far the body
 * leans and bobs.
 */
export interface Gait {
  readonly cycles: number;
  readonly stride: number;
  readonly fold: number;
  readonly elbow: number;
  readonly lean: number;
  readonly bob: number;
}

/**
 * Returns the pose of a figure in profile at a phase of the loop. Knees bend backward; arms swing opposite to the legs.
 */
const poseOf = (phase: number, gait: Gait): Pose => {
  const turn = phase * gait.cycles * Math.PI * 2;
  const bob = Math.abs(Math.sin(turn)) * gait.bob;
  const hip: Vec = [0, 0.02 + bob, 0];
  const chest: Vec = [gait.lean, 0.5 + bob, 0];
  const leg = (t: number, z: number) =>
    bend(add(hip, [0, 0, z]), Math.sin(t) * gait.stride, Math.max(0, Math.cos(t)) * gait.fold + 0.1, 0.43, 0.44);
  const arm = (t: number, z: number) =>
    bend(
      add(chest, [0, 0.03, z]),
      Math.sin(t) * gait.stride * 0.92,
      -gait.elbow - Math.max(0, Math.sin(t)) * 0.3,
      0.28,
      0.27,
    );
  return {
    hip,
    chest,
    head: add(chest, [0.045, 0.27, 0]),
    legs: [leg(turn, -0.085), leg(turn + Math.PI, 0.085)],
    arms: [arm(turn + Math.PI, -0.2), arm(turn, 0.2)],
  };
};

const noise = makeNoise(29);
/** Returns noise of about -1 to 1. Pass local coordinates, so that it moves with the surface. */
const grainAt = ([x, y, z]: Vec, fineness: number, octaves = 3): number =>
  fbm(noise, octaves, x * fineness + 64, y * fineness + 64, z * fineness + 64, 256, 256);

/** Returns the color of knitted or woven cloth, with lighter and darker threads. */
const woven = (color: Vec, place: Vec, strength: number): Vec =>
  scale(color, 1 + strength * (grainAt(place, 26) + 0.5 * grainAt(place, 90, 2)));

const MAROON: Vec = [0.2, 0.075, 0.055];
const RIB: Vec = [0.085, 0.034, 0.028];
const SKIN: Vec = [0.6, 0.36, 0.25];
const HAIR: Vec = [0.06, 0.038, 0.026];
const DENIM: Vec = [0.075, 0.105, 0.19];
const LEATHER: Vec = [0.13, 0.07, 0.035];
const RUBBER: Vec = [0.3, 0.28, 0.24];

/** A jacket with ribbed hem, cuffs, and collar. */
const jacketOf = ({ hip, chest, arms }: Pose): Part => {
  const spine = boneOf(add(hip, [0.01, 0.1, 0]), add(chest, [0, -0.06, 0]));
  const torso = meltedInto(
    sleeve(spine, 0.137, 0.133, (share) => 1.1 - share),
    [capsule(add(chest, [0, 0, -0.12]), add(chest, [0, 0, 0.12]), 0.1)],
    0.12,
  );
  const upper = arms.map(({ root, joint }) => boneOf(root, joint));
  const lower = arms.map(({ joint, end }) => boneOf(joint, end));
  const sleeves = upper.map((bone, n) =>
    meltedInto(
      sleeve(bone, 0.063, 0.056, (share) => 0.3 + share * share),
      lower.slice(n, n + 1).map((fore) => sleeve(fore, 0.055, 0.047, (share) => 1.2 - share)),
      0.02,
    ),
  );
  return {
    distance: meltedInto(torso, sleeves, 0.04),
    color: (place) => {
      const inBody = onBone(spine, place);
      const cuff = lower.some((bone) => {
        const [far, ahead, aside] = onBone(bone, place);
        return far > bone.length - 0.03 && Math.hypot(ahead, aside) < 0.065;
      });
      const hem = inBody[0] < -0.075;
      const collar = place[1] > chest[1] + 0.085;
      if (!cuff && !hem && !collar) {
        // The slit of a slanted pocket.
        const pocket = Math.abs(inBody[0] - 0.06 - inBody[1] * 0.9) < 0.004 && inBody[1] < -0.01 && inBody[1] > -0.075;
        return woven(pocket ? scale(MAROON, 0.45) : MAROON, inBody, 0.24);
      }
      const ribs = Math.sin((cuff ? place[2] * 2 + place[0] : place[0]) * 520);
      return scale(RIB, 1 + 0.28 * ribs);
    },
  };
};

/** Head, neck, and hands. */
const skinOf = ({ chest, head, arms }: Pose): Part => {
  const at = (x: number, y: number, z: number): Vec => add(head, [x, y, z]);
  const skull = meltedInto(
    capsule(at(0.002, -0.012, 0), at(-0.004, 0.045, 0), 0.094),
    [
      // Jaw and chin, cheeks, and brows.
      capsule(at(0.03, -0.078, 0), at(0.062, -0.088, 0), 0.032),
      capsule(at(0.05, -0.022, -0.048), at(0.05, -0.022, 0.048), 0.03),
      capsule(at(0.078, 0.046, -0.032), at(0.078, 0.046, 0.032), 0.014),
    ],
    0.035,
  );
  const nose = capsule(at(0.094, 0.026, 0), at(0.112, -0.014, 0), 0.0105);
  const lips = [
    capsule(at(0.088, -0.046, -0.012), at(0.088, -0.046, 0.012), 0.0085),
    capsule(at(0.085, -0.06, -0.01), at(0.085, -0.06, 0.01), 0.009),
  ];
  const ears = [-1, 1].map((side) => capsule(at(-0.014, 0.016, side * 0.09), at(-0.006, -0.024, side * 0.087), 0.0155));
  const neck = capsule(add(chest, [0.005, 0.08, 0]), at(-0.012, -0.08, 0), 0.05);
  const face = meltedInto(meltedInto(meltedInto(skull, [neck], 0.03), [nose], 0.022), [...lips, ...ears], 0.008);
  const hands = arms.flatMap(({ joint, end }) => {
    const bone = boneOf(joint, end);
    const on = (far: number, ahead: number, aside: number): Vec => placeOn(bone, bone.length + far, ahead, aside);
    const palm = meltedInto(
      capsule(on(0.005, 0, 0), on(0.05, 0.004, 0), 0.026),
      [capsule(on(0.05, 0.002, -0.018), on(0.05, 0.002, 0.018), 0.018)],
      0.02,
    );
    const fingers = [-0.022, -0.0075, 0.0075, 0.022].flatMap((aside) => [
      capsule(on(0.058, 0.004, aside), on(0.086, 0.016, aside), 0.0098),
      capsule(on(0.086, 0.016, aside), on(0.1, 0.038, aside * 0.9), 0.0088),
    ]);
    const thumb = capsule(on(0.024, 0.02, -0.012), on(0.064, 0.046, -0.014), 0.0105);
    return [inHull(capsule(on(0, 0, 0), on(0.08, 0.02, 0), 0.06), meltedInto(palm, [...fingers, thumb], 0.007))];
  });
  const toHead = (place: Vec): Vec => add(place, scale(head, -1));
  return {
    distance: nearestOf([inHull(capsule(add(chest, [0, 0.08, 0]), at(0, 0.045, 0), 0.14), face), ...hands]),
    color: (place) => {
      const h = toHead(place);
      const away = (x: number, y: number, z: number, wide: number, high: number): number =>
        Math.hypot((h[0] - x) / wide, (h[1] - y) / high, (Math.abs(h[2]) - z) / wide);
      const eye = away(0.074, 0.022, 0.046, 0.017, 0.0085);
      if (eye < 1) {
        const iris = Math.hypot((h[0] - 0.081) / 0.0065, (h[1] - 0.022) / 0.0075);
        return iris < 1 ? [0.03, 0.022, 0.018] : [0.62, 0.58, 0.54];
      }
      const brow = Math.hypot((h[0] - 0.077) / 0.024, (h[1] - 0.046 + (h[0] - 0.077) * 0.2) / 0.0055);
      if (brow < 1 && Math.abs(h[2]) > 0.014 && h[1] > 0.03) return HAIR;
      const lip = Math.hypot((h[0] - 0.089) / 0.018, (h[1] + 0.053) / 0.012);
      const nostril = away(0.106, -0.021, 0.007, 0.005, 0.0035);
      const ear = away(-0.009, -0.002, 0.106, 0.008, 0.016);
      // Cheeks are redder, and a beard shadows the jaw.
      const cheek = Math.exp(-(away(0.066, -0.022, 0.06, 0.032, 0.028) ** 2)) * 0.3;
      const beard = smoothstep(-0.03, -0.07, h[1]) * smoothstep(-0.115, -0.09, h[1]) * 0.3;
      let skin = scale(SKIN, 1 + 0.09 * grainAt(h, 40) - beard);
      skin = mix3(skin, [0.62, 0.26, 0.19], cheek);
      if (lip < 1) skin = mix3(skin, [0.44, 0.17, 0.14], 0.75 * smoothstep(1, 0.6, lip));
      if (eye < 1.5) skin = mix3(skin, [0.2, 0.1, 0.07], smoothstep(1.5, 1, eye) * 0.6);
      if (nostril < 1 || ear < 1) skin = scale(skin, 0.45);
      return skin;
    },
  };
};

/** Short hair with strands from the crown, cut around the ears. */
const hairOf = ({ head }: Pose): Part => {
  const scalp = capsule(add(head, [-0.018, 0.006, 0]), add(head, [-0.012, 0.058, 0]), 0.1);
  const strands = (h: Vec): number => {
    const around = Math.atan2(h[2], h[1] - 0.02) * 7;
    return noise(around + 64, h[0] * 9 + 64, 64, 256, 256) + 0.6 * noise(around * 4 + 64, h[0] * 16 + 64, 66, 256, 256);
  };
  return {
    distance: (x, y, z) => {
      const d = scalp(x, y, z);
      // Strands lie on the scalp, so skip them far from it.
      if (d > 0.015) return d;
      const h: Vec = [x - head[0], y - head[1], z - head[2]];
      // The hair ends at the forehead, temples, and nape. Sideburns run down in front of the ears.
      const hairline = 0.02 - h[1] * 0.85 + h[0] * 0.62;
      const sideburn = Math.max(Math.abs(h[0] - 0.014) - 0.012, -0.014 - h[1]);
      const nape = Math.max(h[0] + 0.03, -0.07 - h[1]);
      const cut = Math.min(hairline, sideburn, nape) + 0.004 * strands(h);
      return Math.max(d - 0.0035 * strands(h), cut * 0.8);
    },
    color: (place) => {
      const streak = strands(add(place, scale(head, -1)));
      return scale(HAIR, 1 + 0.7 * streak);
    },
  };
};

/** Jeans with a seam down the side, faded where they wear out, with folds at the knees and feet. */
const jeansOf = ({ hip, legs }: Pose): Part => {
  const thighs = legs.map(({ root, joint }) => boneOf(root, joint));
  const shins = legs.map(({ joint, end }) => boneOf(joint, end));
  const hips = capsule(add(hip, [0, 0, -0.05]), add(hip, [0, 0.02, 0.05]), 0.118);
  const trousers = thighs.map((thigh, n) =>
    meltedInto(
      sleeve(thigh, 0.09, 0.074, (share) => (2 * share - 1) ** 2),
      shins.slice(n, n + 1).map((shin) => sleeve(shin, 0.072, 0.062, (share) => 0.4 + 1.2 * (2 * share - 1) ** 2)),
      0.03,
    ),
  );
  return {
    distance: meltedInto(hips, trousers, 0.05),
    color: (place) => {
      // The seam and the fading follow the nearest bone.
      let [nearest, bone] = [Number.POSITIVE_INFINITY, thighs[0]];
      for (const each of [...thighs, ...shins]) {
        const [far, ahead, aside] = onBone(each, place);
        const off = Math.hypot(Math.max(0, -far, far - each.length), ahead, aside);
        if (off >= nearest) continue;
        nearest = off;
        bone = each;
      }
      if (bone === undefined) return DENIM;
      const local = onBone(bone, place);
      const share = local[0] / bone.length;
      const worn =
        (thighs.includes(bone)
          ? Math.exp(-(((share - 0.45) / 0.3) ** 2))
          : Math.exp(-(((share - 0.32) / 0.2) ** 2)) * 0.6) * 0.7;
      const front = smoothstep(-0.02, 0.07, local[1]);
      const cloth = woven(mix3(DENIM, [0.19, 0.24, 0.33], worn * front), local, 0.3);
      const seam = Math.abs(local[1] + 0.004);
      if (seam < 0.0022) return scale(cloth, 0.45);
      // A row of stitches on each side of the seam.
      const stitched = Math.abs(seam - 0.006) < 0.0011 && Math.sin(local[0] * 900) > -0.3;
      return stitched ? [0.3, 0.19, 0.08] : cloth;
    },
  };
};

/** Boots with a sole and a heel. They turn with the shin. */
const bootsOf = ({ legs }: Pose): Part => {
  const bones = legs.map(({ joint, end }) => boneOf(joint, end));
  const shape = (bone: Bone): Distance => {
    const on = (far: number, ahead: number, aside: number): Vec => placeOn(bone, bone.length + far, ahead, aside);
    const shaft = capsule(on(-0.05, 0, 0), on(0.02, 0, 0), 0.052);
    const foot = [
      capsule(on(0.034, -0.016, 0), on(0.044, 0.075, 0), 0.042),
      capsule(on(0.05, 0.075, -0.012), on(0.05, 0.118, 0.0), 0.034),
    ];
    const sole = [-0.02, 0.02].map((aside) => capsule(on(0.078, -0.035, aside), on(0.076, 0.125, aside * 0.7), 0.014));
    const boot = meltedInto(meltedInto(shaft, foot, 0.035), sole, 0.008);
    return inHull(capsule(on(0, -0.01, 0), on(0.05, 0.09, 0), 0.11), boot);
  };
  return {
    distance: nearestOf(bones.map(shape)),
    color: (place) => {
      let near: Vec = [9, 9, 9];
      for (const bone of bones) {
        const [far, ahead, aside] = onBone(bone, place);
        const local: Vec = [far - bone.length, ahead, aside];
        if (dot(local, local) < dot(near, near)) near = local;
      }
      const [far, ahead] = near;
      if (far > 0.068)
        return scale(RUBBER, ahead < 0.028 && ahead > 0.02 && far > 0.08 ? 0.4 : 0.9 + 0.1 * Math.sin(ahead * 420));
      const lace = ahead > 0.035 && far < 0.03 && Math.sin(far * 330) > 0.55;
      return lace ? [0.26, 0.24, 0.2] : scale(LEATHER, 1 + 0.35 * grainAt(near, 30));
    },
  };
};

/** Returns the parts of a figure at a phase of the loop. */
export const figureParts = (phase: number, gait: Gait): readonly Part[] => {
  const pose = poseOf(phase, gait);
  return [jacketOf, skinOf, hairOf, jeansOf, bootsOf].map((part) => part(pose));
};

/** Returns the color of the part that is nearest to a point. */
export const colorAt = (parts: readonly Part[], place: Vec): Vec => {
  let found: Part | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    const d = part.distance(...place);
    if (d >= nearest) continue;
    nearest = d;
    found = part;
  }
  return found?.color(place) ?? [0, 0, 0];
};
