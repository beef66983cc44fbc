/** Meshes that the worlds share: bodies with soft edges and instances. */
import {
  BoxGeometry,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  Points,
} from 'three';
import type { BufferGeometry, Material, Scene } from 'three';

const EDGE_STEPS = 5;

/** A box with round edges, centred; its faces are truly flat, so that it mirrors without waves. */
export function roundBox(width: number, height: number, depth: number, radius: number): BufferGeometry {
  const steps = 2 * EDGE_STEPS + 1;
  const geometry = new BoxGeometry(width, height, depth, steps, steps, steps);
  const position = geometry.getAttribute('position');
  const normal = geometry.getAttribute('normal');
  const half = [width / 2, height / 2, depth / 2] as const;
  for (let index = 0; index < position.count; index += 1) {
    const place = [position.getX(index), position.getY(index), position.getZ(index)];
    const flat = [normal.getX(index), normal.getY(index), normal.getZ(index)];
    // Grid lines gather on the round edges; between them there is one flat piece.
    const core: number[] = [];
    const out: number[] = [];
    for (const [axis, h] of half.entries()) {
      const line = Math.round((((place[axis] ?? 0) / h + 1) / 2) * steps);
      const fromEnd = Math.min(line, steps - line);
      const value = h - (radius * fromEnd) / EDGE_STEPS;
      const side = 2 * line < steps ? -1 : 1;
      core.push(side * (h - radius));
      out.push(side * (value - h + radius));
    }
    let length = Math.sqrt(out.reduce((sum, part) => sum + part * part, 0));
    if (length < 1e-6) {
      out.splice(0, 3, ...flat);
      length = 1;
    }
    const n = out.map((part) => part / length);
    const p = core.map((value, axis) => value + radius * (n[axis] ?? 0));
    position.setXYZ(index, p[0] ?? 0, p[1] ?? 0, p[2] ?? 0);
    normal.setXYZ(index, n[0] ?? 0, n[1] ?? 0, n[2] ?? 0);
  }
  return geometry;
}

export interface Instances {
  geometry: InstancedBufferGeometry;
  /** The numbers of an attribute, `size` per instance; `touch` them after a change. */
  numbers(name: string): Float32Array;
  touch(...names: string[]): void;
}

/**
 * `count` copies of a shape with attributes of their own.
 *
 * @param sizes attribute name → numbers per instance
 */
export function instances(shape: BufferGeometry, count: number, sizes: Record<string, number>): Instances {
  const geometry = new InstancedBufferGeometry();
  geometry.setIndex(shape.getIndex());
  for (const name of ['position', 'normal', 'uv']) {
    const attribute = shape.getAttribute(name);
    if (attribute !== undefined) geometry.setAttribute(name, attribute);
  }
  geometry.instanceCount = count;
  const attributes = new Map<string, InstancedBufferAttribute>();
  for (const [name, size] of Object.entries(sizes)) {
    const attribute = new InstancedBufferAttribute(new Float32Array(count * size), size);
    attribute.setUsage(DynamicDrawUsage);
    attributes.set(name, attribute);
    geometry.setAttribute(name, attribute);
  }
  const attributeOf = (name: string): InstancedBufferAttribute => {
    const attribute = attributes.get(name);
    if (attribute === undefined) throw new Error(`No instance attribute ${name}.`);
    return attribute;
  };
  return {
    geometry,
    numbers: (name) => attributeOf(name).array as Float32Array,
    touch(...names) {
      for (const name of names) attributeOf(name).needsUpdate = true;
    },
  };
}

/** A mesh that is always drawn: the worlds are small and always in view. */
export function solid(geometry: BufferGeometry, material: Material, order = 0): Mesh {
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = order;
  return mesh;
}

/** Frees what the scene's meshes hold on the graphics card. */
export function disposeAll(scene: Scene): void {
  scene.traverse((part) => {
    if (!(part instanceof Mesh || part instanceof Points)) return;
    const { geometry, material } = part as Mesh<BufferGeometry, Material>;
    geometry.dispose();
    material.dispose();
  });
}
