/** Numbers and names as one texture, painted once, so that a thousand labels cost one draw call. */
import { CanvasTexture, LinearFilter, LinearMipmapLinearFilter, NoColorSpace } from 'three';

export type Painter = (
  context: CanvasRenderingContext2D,
  index: number,
  width: number,
  height: number,
) => void;

export interface LabelAtlas {
  texture: CanvasTexture;
  columns: number;
  rows: number;
  /** Paints one label again, such as a winner's. Uploaded with the next frame. */
  repaint(index: number, paint: Painter): void;
  dispose(): void;
}

/** @param cell size of a label in texture pixels */
export function labelAtlas(
  count: number,
  cell: { width: number; height: number },
  paint: Painter,
): LabelAtlas {
  const columns = Math.max(1, Math.ceil(Math.sqrt((count * cell.height) / cell.width)));
  const rows = Math.max(1, Math.ceil(count / columns));
  const canvas = document.createElement('canvas');
  canvas.width = columns * cell.width;
  canvas.height = rows * cell.height;
  const context = canvas.getContext('2d');
  const texture = new CanvasTexture(canvas);
  texture.flipY = false;
  texture.colorSpace = NoColorSpace;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.anisotropy = 4;

  function put(index: number, painter: Painter): void {
    if (context === null) return;
    context.save();
    context.translate((index % columns) * cell.width, Math.floor(index / columns) * cell.height);
    context.beginPath();
    context.rect(0, 0, cell.width, cell.height);
    context.clip();
    // Opaque black: colours that are kept with their transparency would lose their soft edges.
    context.fillStyle = '#000000';
    context.fillRect(0, 0, cell.width, cell.height);
    painter(context, index, cell.width, cell.height);
    context.restore();
  }

  for (let index = 0; index < count; index += 1) put(index, paint);
  return {
    texture,
    columns,
    rows,
    repaint(index, painter) {
      put(index, painter);
      texture.needsUpdate = true;
    },
    dispose: () => texture.dispose(),
  };
}
