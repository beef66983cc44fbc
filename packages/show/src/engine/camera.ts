/** Puts a world's stage into a rectangle of the screen, so that nothing is cut off on a phone or on a projector. */
import { PerspectiveCamera, Vector3 } from 'three';
import { mix } from './curves.ts';

/** Tangent of half the vertical angle of view (26°). */
const HALF_VIEW = 0.2308681911;

export interface Size {
  /** CSS pixels. */
  width: number;
  height: number;
}

export interface Rect extends Size {
  x: number;
  y: number;
}

export interface Shot {
  /** What the camera looks at, in world units. */
  target: readonly [number, number, number];
  /** From the target to the camera; any length. */
  from: readonly [number, number, number];
  /** World units that must be visible around the target. */
  extent: Size;
  /** Where on the screen. */
  rect: Rect;
}

/** A walk through a world instead of a look at a stage. */
interface Walk {
  position: readonly [number, number, number];
  target: readonly [number, number, number];
  /** Tangents of half the angle that must be seen at least, across and up. */
  across: number;
  up: number;
  /** The vanishing point lies in its middle. */
  rect: Rect;
}

export interface StageCamera {
  camera: PerspectiveCamera;
  aim(shot: Shot, screen: Size): void;
  walk(walk: Walk, screen: Size): void;
  /** World place of a ball of `radius` whose image is `pixels` wide and stands at (x, y) on the screen. */
  placeAt(x: number, y: number, radius: number, pixels: number, into: Vector3): Vector3;
}

export function stageCamera(): StageCamera {
  const camera = new PerspectiveCamera(26, 1, 0.05, 400);
  const right = new Vector3();
  const up = new Vector3();
  const back = new Vector3();
  let screenHeight = 1;
  let centerX = 0;
  let centerY = 0;
  let halfView = HALF_VIEW;

  /** Moves the image's middle into the middle of the rectangle. */
  function center(rect: Rect, screen: Size): void {
    screenHeight = screen.height;
    centerX = rect.x + rect.width / 2;
    centerY = rect.y + rect.height / 2;
    // An angle of view moves nothing: its last bits may differ.
    camera.fov = (Math.atan(halfView) * 360) / Math.PI;
    camera.aspect = screen.width / screen.height;
    camera.setViewOffset(
      screen.width,
      screen.height,
      screen.width / 2 - centerX,
      screen.height / 2 - centerY,
      screen.width,
      screen.height,
    );
    camera.updateMatrixWorld();
    camera.matrixWorld.extractBasis(right, up, back);
  }

  return {
    camera,
    aim({ target, from, extent, rect }, screen) {
      const perUnit = Math.min(rect.width / extent.width, rect.height / extent.height);
      const distance = screen.height / (2 * HALF_VIEW * perUnit);
      halfView = HALF_VIEW;
      back.set(...from).normalize();
      camera.position.set(...target).addScaledVector(back, distance);
      camera.lookAt(...target);
      camera.near = Math.max(distance * 0.04, 0.02);
      camera.far = distance * 40;
      center(rect, screen);
    },
    walk({ position, target, across, up: upward, rect }, screen) {
      halfView = Math.max(upward, (across * screen.height) / screen.width);
      camera.position.set(...position);
      camera.lookAt(...target);
      camera.near = 0.1;
      camera.far = 120;
      center(rect, screen);
    },
    placeAt(x, y, radius, pixels, into) {
      const depth = (radius * screenHeight) / (halfView * pixels);
      const perUnit = screenHeight / (2 * halfView * depth);
      return into
        .copy(camera.position)
        .addScaledVector(back, -depth)
        .addScaledVector(right, (x - centerX) / perUnit)
        .addScaledVector(up, (centerY - y) / perUnit);
    },
  };
}

/** Between two places on the screen. */
export function mixRects(from: Rect, to: Rect, share: number): Rect {
  return {
    x: mix(from.x, to.x, share),
    y: mix(from.y, to.y, share),
    width: mix(from.width, to.width, share),
    height: mix(from.height, to.height, share),
  };
}
