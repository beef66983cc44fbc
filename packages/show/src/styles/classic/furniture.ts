/** The machine around the balls: glass drum, rims, rods, hatch, rollers, base and tray. Drum units. */
import { CircleGeometry, CylinderGeometry, Group, PlaneGeometry, TorusGeometry } from 'three';
import type { Mesh } from 'three';
import { cosTurns, sinTurns } from '../../engine/curves.ts';
import { roundBox, solid } from '../../engine/shapes.ts';
import type { Uniforms } from '../../engine/materials.ts';
import { DRUM } from '../../physics/drum-walls.ts';
import { arch, floor, glass, lacquer } from './materials.ts';
import type { ClassicPalette } from './palette.ts';
import { CRADLE } from './simulate.ts';

const RIM = 1.045;
const ROLLER = 0.12;
const ROLLER_PLACE = { x: 0.636, y: -1.018 } as const;
const FLOOR = -1.67;

export interface Furniture {
  group: Group;
  /** @param angle the drum's turns; @param open 0..1 of the hatch */
  turn(angle: number, hatch: number, open: number): void;
}

/** @param hasFloor false: it stands on nothing */
export function furniture(
  light: Uniforms,
  palette: ClassicPalette,
  places: number,
  hasFloor: boolean,
): Furniture {
  const group = new Group();
  const spinning = new Group();
  const add = (mesh: Mesh, x = 0, y = 0, z = 0, parent = group): Mesh => {
    mesh.position.set(x, y, z);
    parent.add(mesh);
    return mesh;
  };
  const dark = lacquer(light, { color: palette.rim, gloss: 1 });
  const base = lacquer(light, { color: palette.base, gloss: 0.9, dimples: [0, 0, 0, 1] });
  const tray = lacquer(light, {
    color: palette.tray,
    gloss: 0.35,
    dimples: [CRADLE.apart, CRADLE.z, places, 0],
  });

  if (hasFloor) {
    const ground = add(solid(new PlaneGeometry(12, 9), floor(light, palette), -50), 0, FLOOR, 0);
    ground.quaternion.set(-Math.SQRT1_2, 0, 0, Math.SQRT1_2);
  }
  add(solid(roundBox(1.98, 0.5, 1.06, 0.1), base), 0, FLOOR + 0.25, 0);
  add(solid(roundBox(1.34, 0.15, 0.74, 0.06), tray), 0, FLOOR + 0.075, CRADLE.z - 0.04);
  add(solid(new PlaneGeometry(0.4, 0.42), arch(), 1), 0, -1.41, 0.534);

  // Behind the balls: the back pane, the wall, both rims. In front: the front pane.
  add(solid(new CircleGeometry(1.02, 96), glass(light, palette, 2), -10), 0, 0, -DRUM.half - 0.01);
  const wall = new CylinderGeometry(1.02, 1.02, 2 * DRUM.half, 96, 1, true);
  wall.rotateX(Math.PI / 2);
  add(solid(wall, glass(light, palette, 0), -9));
  const rim = new TorusGeometry(RIM, 0.046, 24, 160);
  add(solid(rim, dark), 0, 0, DRUM.half + 0.01);
  add(solid(rim, dark), 0, 0, -DRUM.half - 0.01);
  add(solid(new CircleGeometry(1.02, 96), glass(light, palette, 1), 10), 0, 0, DRUM.half + 0.02);

  const rod = new CylinderGeometry(DRUM.rodRadius, DRUM.rodRadius, 2 * DRUM.half + 0.1, 24);
  rod.rotateX(Math.PI / 2);
  const rodMaterial = lacquer(light, { color: palette.strong, gloss: 1 });
  for (let index = 0; index < DRUM.rods; index += 1) {
    const where = (index + 0.5) / DRUM.rods;
    add(solid(rod, rodMaterial), DRUM.rodAt * cosTurns(where), DRUM.rodAt * sinTurns(where), 0.02, spinning);
  }
  const hatchMaterial = lacquer(light, { color: palette.strong, gloss: 0.9 });
  const hatchPlate = add(solid(roundBox(0.04, 0.36, 0.46, 0.018), hatchMaterial), 1.035, 0, 0, spinning);
  group.add(spinning);

  const rollers = [-1, 1].map((side) => {
    const roller = new Group();
    const tube = new CylinderGeometry(ROLLER, ROLLER, 2 * DRUM.half + 0.24, 40);
    tube.rotateX(Math.PI / 2);
    roller.add(solid(tube, dark));
    const mark = new CylinderGeometry(0.022, 0.022, 0.02, 16);
    mark.rotateX(Math.PI / 2);
    add(solid(mark, tray), 0.062, 0, DRUM.half + 0.125, roller);
    roller.position.set(side * ROLLER_PLACE.x, ROLLER_PLACE.y, 0);
    group.add(roller);
    return roller;
  });

  return {
    group,
    turn(angle, hatch, open) {
      aboutZ(spinning, angle + hatch);
      hatchPlate.position.z = 0.46 * open;
      for (const roller of rollers) aboutZ(roller, (-angle * (RIM + 0.03)) / ROLLER);
    },
  };
}

function aboutZ(group: Group, turns: number): void {
  group.quaternion.set(0, 0, sinTurns(turns / 2), cosTurns(turns / 2));
}
