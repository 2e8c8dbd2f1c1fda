import {
  AmbientLight,
  Box3,
  DirectionalLight,
  Group,
  NeutralToneMapping,
  PMREMGenerator,
  PerspectiveCamera,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { RoomEnvironment } from "three/examples/jsm/environments/RoomEnvironment.js";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";

/** A 3D model on a canvas. */
export interface ShownModel {
  /** Rotates the model by angles in radians: around its axis, and toward the viewer. */
  readonly turn: (around: number, over: number) => void;
  /** Moves the viewer closer if the factor is above 1, or away if it is below 1. */
  readonly zoom: (factor: number) => void;
  /** Places the main light at an angle around the model, in radians. 0 is its initial position. */
  readonly light: (angle: number) => void;
  /** Shows the edges of the mesh instead of its surface, or the surface again. */
  readonly wireframe: (isOn: boolean) => void;
  readonly resize: (width: number, height: number) => void;
  readonly close: () => void;
}

/** The maximum tilt toward or away from the viewer, in radians. */
const MOST_OVER = 1.2;

/** The viewer's initial, minimum, and maximum distance, in units of the scene. */
const DISTANCE = { first: 4.35, least: 1.6, most: 7 };

/** The main light's initial position: its height, and its direction and distance as seen from above. */
const KEY_LIGHT = { height: 3, angle: Math.atan2(-2, 2.4), radius: Math.hypot(2, 2.4) };

/** The distance of a shown model's farthest point from its middle, in units of the scene. */
const SHOWN_RADIUS = 1.12;

/** Returns the distance of an object's farthest point from a center. */
const reachOf = (object: Object3D, center: Vector3): number => {
  const point = new Vector3();
  let farthest = 0;
  object.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    const { position } = node.geometry.attributes;
    for (let n = 0; n < (position?.count ?? 0); n += 1)
      farthest = Math.max(farthest, node.getVertexPosition(n, point).applyMatrix4(node.matrixWorld).distanceTo(center));
  });
  return farthest;
};

/** Shows a glTF file on a canvas. Rejects if the browser has no WebGL or the file cannot be read. */
export const showModel = async (canvas: HTMLCanvasElement, url: string): Promise<ShownModel> => {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  renderer.toneMapping = NeutralToneMapping;
  const scene = new Scene();
  const camera = new PerspectiveCamera(31, 16 / 9, 0.1, 20);
  const view = new Vector3(0, 0.125, 1);
  let distance = DISTANCE.first;
  const place = (): void => {
    camera.position.copy(view).multiplyScalar(distance);
    camera.lookAt(0, 0, 0);
  };
  place();
  const room = new PMREMGenerator(renderer);
  scene.environment = room.fromScene(new RoomEnvironment(), 0.04).texture;
  scene.environmentIntensity = 0.7;
  const key = new DirectionalLight(0xfff4e2, 3.4);
  const shine = (angle: number): void => {
    const { height, radius } = KEY_LIGHT;
    key.position.set(Math.sin(KEY_LIGHT.angle + angle) * radius, height, Math.cos(KEY_LIGHT.angle + angle) * radius);
  };
  shine(0);
  scene.add(key, new AmbientLight(0xffffff, 0.2));
  const { scene: model } = await new GLTFLoader().loadAsync(url);
  // Models use different units. Show all of them at the same size, centered.
  const center = new Box3().setFromObject(model).getCenter(new Vector3());
  const radius = reachOf(model, center);
  model.position.sub(center);
  const stand = new Group();
  stand.add(model);
  stand.scale.setScalar(SHOWN_RADIUS / (radius || 1));
  scene.add(stand);
  const draw = (): void => renderer.render(scene, camera);
  return {
    turn: (around, over) => {
      stand.rotation.y += around;
      stand.rotation.x = Math.max(-MOST_OVER, Math.min(MOST_OVER, stand.rotation.x + over));
      draw();
    },
    zoom: (factor) => {
      distance = Math.max(DISTANCE.least, Math.min(DISTANCE.most, distance / factor));
      place();
      draw();
    },
    light: (angle) => {
      shine(angle);
      draw();
    },
    wireframe: (isOn) => {
      stand.traverse((node) => {
        if (!(node instanceof Mesh)) return;
        for (const material of [node.material].flat())
          if (material instanceof MeshStandardMaterial) material.wireframe = isOn;
      });
      draw();
    },
    resize: (width, height) => {
      renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
      renderer.setSize(width, height, false);
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
      draw();
    },
    close: () => {
      room.dispose();
      renderer.dispose();
    },
  };
};
