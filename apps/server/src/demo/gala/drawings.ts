/**
 * The images of the demonstration's gala: drawn by hand in SVG on a sheet of 400 × 300, what matters within the square in the
 * middle, since screens crop images to squares.
 */
import sharp from 'sharp';

const INK = '#1b1815';
const RED = '#c93415';
const WHITE = '#fffdf7';
const GOLD = '#e9b44c';
const NIGHT = '#24304f';
const TEAL = '#1f6f78';
const GREEN = '#4a7c4f';
const LEAF = '#7fa65a';
const WOOD = '#8a5a33';
const SAND = '#f3dfbb';
const ROSE = '#f2b8a8';
const SKY = '#bfdbe6';

/** Pixels across; the height follows. */
const WIDTH = 800;

type Attributes = Record<string, string | number>;

function element(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([key, value]) => `${key}="${value}"`);
  return `<${name} ${written.join(' ')}/>`;
}
const box = (x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}) =>
  element('rect', { x, y, width, height, fill, ...more });
const disc = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}) =>
  element('circle', { cx, cy, r, fill, ...more });
const oval = (cx: number, cy: number, rx: number, ry: number, fill: string) =>
  element('ellipse', { cx, cy, rx, ry, fill });
const shape = (d: string, fill: string) => element('path', { d, fill });
const line = (d: string, stroke: string, width: number) =>
  element('path', {
    d,
    stroke,
    'stroke-width': width,
    fill: 'none',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });
const ground = (fill: string): string => box(0, 0, 400, 300, fill);

const apple = (x: number, y: number): string => disc(x, y, 10, RED);
const flower = (x: number, y: number, fill: string): string =>
  [0, 72, 144, 216, 288]
    .map((degrees) => {
      const angle = (degrees * Math.PI) / 180;
      return disc(Math.round(x + 17 * Math.cos(angle)), Math.round(y + 17 * Math.sin(angle)), 14, fill);
    })
    .join('') + disc(x, y, 10, GOLD);

/** What stands on each sheet. */
const DRAWINGS = {
  sea: [
    ground(SAND),
    disc(268, 132, 46, GOLD),
    shape('M0 190H400V300H0Z', TEAL),
    shape('M0 214Q50 200 100 214T200 214T300 214T400 214V226Q350 212 300 226T200 226T100 226T0 226Z', SKY),
    shape('M96 240Q160 178 236 240Z', INK),
    shape('M148 206L156 92H184L192 206Z', WHITE),
    shape('M150.500 172L152.500 146H187.500L189.500 172ZM154.400 116L156 92H184L185.600 116Z', RED),
    box(148, 84, 44, 8, INK),
    box(158, 64, 24, 20, GOLD),
    shape('M150 64L170 44L190 64Z', RED),
  ],
  balloon: [
    ground(SKY),
    shape('M0 236Q90 190 190 232T400 214V300H0Z', LEAF),
    shape('M0 266Q130 226 240 262T400 254V300H0Z', GREEN),
    line('M172 172L186 208M228 172L214 208', INK, 3),
    disc(200, 108, 76, RED),
    shape('M130 138Q150 176 180 182H220Q250 176 270 138Z', RED),
    shape('M200 32Q150 60 158 128Q162 162 184 182H200Z', GOLD),
    shape('M200 32Q236 62 232 128Q230 160 214 182H200Z', WHITE),
    box(184, 206, 32, 24, WOOD, { rx: 4 }),
  ],
  bicycle: [
    ground(ROSE),
    box(0, 232, 400, 68, SAND),
    ...[132, 268].flatMap((x) => [
      disc(x, 186, 46, 'none', { stroke: INK, 'stroke-width': 8 }),
      disc(x, 186, 6, INK),
    ]),
    line('M132 186L170 118H242L196 186ZM170 118L196 186M268 186L236 96H256', RED, 8),
    line('M162 104H182M170 118L166 104', INK, 8),
    line('M256 96Q270 98 266 110', INK, 7),
    disc(196, 186, 12, INK),
  ],
  dinner: [
    ground(NIGHT),
    oval(200, 206, 128, 20, WHITE),
    shape('M104 196Q104 100 200 100T296 196Z', GOLD),
    shape('M128 180Q132 128 176 116Q146 138 144 180Z', WHITE),
    disc(200, 92, 12, RED),
    line('M72 120V220M60 120V146Q60 158 72 158T84 146V120', WHITE, 6),
    line('M328 220V120Q348 138 344 170H328', WHITE, 6),
  ],
  stage: [
    ground(INK),
    shape('M70 30H330V210H70Z', GOLD),
    oval(200, 210, 92, 26, WHITE),
    shape('M40 20H150Q150 120 76 236H40Z', RED),
    shape('M360 20H250Q250 120 324 236H360Z', RED),
    shape(
      'M40 20H360V48Q330 70 300 48Q270 70 240 48Q220 66 200 48Q180 66 160 48Q130 70 100 48Q70 70 40 48Z',
      '#a82a0f',
    ),
    box(30, 236, 340, 26, WOOD),
    disc(200, 140, 22, INK),
    shape('M166 210Q166 166 200 166T234 210Z', INK),
  ],
  records: [
    ground(TEAL),
    box(88, 70, 224, 160, WOOD, { rx: 12 }),
    disc(180, 150, 66, INK),
    disc(180, 150, 48, 'none', { stroke: '#4a443d', 'stroke-width': 2 }),
    disc(180, 150, 36, 'none', { stroke: '#4a443d', 'stroke-width': 2 }),
    disc(180, 150, 22, RED),
    disc(180, 150, 4, WHITE),
    line('M280 96V160L232 178', WHITE, 7),
    disc(280, 96, 13, GOLD),
    disc(284, 208, 8, GOLD),
  ],
  coffee: [
    ground(SAND),
    line('M164 92Q148 74 164 58T164 30M204 92Q188 74 204 58T204 30M244 92Q228 74 244 58T244 30', WHITE, 8),
    disc(284, 152, 28, 'none', { stroke: RED, 'stroke-width': 12 }),
    shape('M120 108H288Q288 220 224 220H184Q120 220 120 108Z', RED),
    oval(204, 110, 84, 16, WOOD),
    oval(204, 236, 120, 14, INK),
  ],
  tickets: [
    ground(NIGHT),
    `<g transform="rotate(-12 200 150)">${box(96, 84, 208, 92, GOLD, { rx: 8 })}${box(112, 98, 20, 64, NIGHT, { opacity: 0.25 })}</g>`,
    `<g transform="rotate(7 200 160)">${[
      box(100, 118, 208, 92, WHITE, { rx: 8 }),
      line('M248 124V204', INK, 3),
      shape('M150 140Q172 132 194 140Q196 176 172 188Q148 176 150 140Z', RED),
      line('M160 154Q164 150 168 154M177 154Q181 150 185 154M162 168Q172 178 183 168', WHITE, 4),
      box(264, 138, 28, 7, INK),
      box(264, 156, 28, 7, INK),
      box(264, 174, 28, 7, INK),
    ].join('')}</g>`,
  ],
  hammock: [
    ground('#dfe8c9'),
    box(0, 244, 400, 56, LEAF),
    box(84, 60, 18, 190, WOOD),
    box(298, 60, 18, 190, WOOD),
    disc(88, 62, 46, GREEN),
    disc(314, 58, 50, GREEN),
    line('M102 132L140 166M298 132L260 166', INK, 4),
    shape('M134 160Q200 244 266 160Q200 196 134 160Z', RED),
    shape('M134 160Q200 196 266 160Q200 178 134 160Z', GOLD),
  ],
  apples: [
    ground(SKY),
    shape('M0 250Q120 226 240 248T400 240V300H0Z', LEAF),
    shape('M184 256Q196 200 188 150H212Q206 204 218 256Z', WOOD),
    disc(152, 124, 52, GREEN),
    disc(248, 124, 52, GREEN),
    disc(200, 92, 60, GREEN),
    disc(200, 140, 46, GREEN),
    apple(150, 112),
    apple(196, 74),
    apple(242, 104),
    apple(176, 148),
    apple(226, 152),
    apple(262, 142),
    apple(142, 248),
  ],
  hamper: [
    ground(ROSE),
    line('M128 170Q128 60 200 60T272 170', WOOD, 10),
    box(150, 88, 26, 70, GREEN, { rx: 8 }),
    box(158, 66, 10, 30, GREEN),
    oval(222, 132, 48, 24, GOLD),
    disc(256, 150, 24, RED),
    shape('M112 158H288L270 246H130Z', WOOD),
    line('M118 184H282M122 206H278M128 228H272M156 160L164 244M200 160V244M244 160L236 244', SAND, 4),
    box(104, 152, 192, 14, INK, { rx: 7 }),
  ],
  cake: [
    ground(TEAL),
    oval(200, 246, 120, 14, WHITE),
    box(112, 176, 176, 68, WHITE, { rx: 6 }),
    box(140, 122, 120, 56, ROSE, { rx: 6 }),
    shape('M112 182Q134 214 156 190Q178 218 200 190Q222 218 244 190Q266 214 288 182V176H112Z', RED),
    ...[164, 200, 236].flatMap((x) => [
      box(x - 4, 88, 8, 36, GOLD),
      shape(`M${x} 62Q${x + 12} 78 ${x} 86Q${x - 12} 78 ${x} 62Z`, WHITE),
    ]),
  ],
  bouquet: [
    ground(SAND),
    line('M200 250L150 120M200 250L200 96M200 250L252 120M200 250L176 150M200 250L226 150', GREEN, 6),
    flower(148, 112, RED),
    flower(202, 80, ROSE),
    flower(256, 112, RED),
    flower(176, 150, WHITE),
    flower(230, 152, WHITE),
    shape('M150 172L200 190L250 172L222 262H178Z', TEAL),
    box(172, 214, 56, 12, GOLD),
  ],
  umbrella: [
    ground('#8ea7b5'),
    line('M76 60L66 88M128 40L120 62M330 66L320 94M286 36L278 58M96 214L86 242M318 200L308 228', WHITE, 5),
    line('M200 84V226Q200 250 178 250T156 230', INK, 8),
    shape(
      'M92 158Q96 72 200 72T308 158Q290 136 272 158Q254 136 236 158Q218 136 200 158Q182 136 164 158Q146 136 128 158Q110 136 92 158Z',
      RED,
    ),
    shape('M164 158Q168 92 200 72Q232 92 236 158Q218 136 200 158Q182 136 164 158Z', GOLD),
    line('M200 72V58', INK, 6),
  ],
  books: [
    ground(NIGHT),
    box(100, 196, 200, 40, RED, { rx: 5 }),
    box(116, 156, 176, 40, GOLD, { rx: 5 }),
    box(108, 116, 172, 40, TEAL, { rx: 5 }),
    shape('M120 110Q160 78 200 104Q240 78 280 110V60Q240 32 200 56Q160 32 120 60Z', WHITE),
    line(
      'M200 56V104M140 70Q164 58 184 68M140 86Q164 74 184 84M216 68Q238 58 260 70M216 84Q238 74 260 86',
      INK,
      3,
    ),
    box(122, 208, 14, 16, WHITE),
    box(254, 168, 22, 16, WHITE),
    box(126, 128, 60, 16, WHITE),
  ],
  lamp: [
    ground(INK),
    shape('M200 116L320 270H80Z', '#5b4a22'),
    shape('M200 116L282 270H118Z', GOLD),
    box(130, 262, 160, 12, WOOD, { rx: 6 }),
    line('M282 262V150L206 76', WHITE, 8),
    disc(282, 150, 9, RED),
    shape('M176 60L232 92Q236 132 192 134Q150 128 150 96Z', RED),
    disc(188, 128, 15, WHITE),
  ],
  chocolates: [
    ground('#e8cfc0'),
    box(92, 70, 216, 160, RED, { rx: 10 }),
    box(104, 82, 192, 136, WHITE, { rx: 4 }),
    ...[0, 1, 2, 3, 4, 5].map((place) => {
      const [x, y] = [136 + (place % 3) * 64, 116 + Math.floor(place / 3) * 68];
      const fill = ['#5a3420', '#7b4a2c', '#3d2417'][(place * 2) % 3] ?? INK;
      return place % 2 === 0
        ? disc(x, y, 24, fill) + line(`M${x - 12} ${y}Q${x - 4} ${y - 12} ${x} ${y}T${x + 12} ${y}`, SAND, 4)
        : box(x - 22, y - 22, 44, 44, fill, { rx: 6 }) + disc(x, y, 8, GOLD);
    }),
  ],
  honey: [
    ground('#fbe7b2'),
    box(140, 96, 120, 140, GOLD, { rx: 26 }),
    box(136, 74, 128, 30, RED, { rx: 6 }),
    box(140, 136, 120, 62, WHITE),
    ...[
      [178, 154],
      [206, 154],
      [192, 178],
      [220, 178],
    ].map(([x = 0, y = 0]) =>
      shape(`M${x} ${y - 14}L${x + 12} ${y - 7}V${y + 7}L${x} ${y + 14}L${x - 12} ${y + 7}V${y - 7}Z`, GOLD),
    ),
    oval(306, 92, 22, 15, INK),
    box(298, 78, 7, 28, GOLD),
    box(312, 79, 7, 26, GOLD),
    oval(300, 70, 14, 8, WHITE),
    line('M282 104L272 114M262 122L252 128', WOOD, 3),
  ],
  wine: [
    ground(TEAL),
    shape('M146 52H178V112Q200 128 200 156V246H124V156Q124 128 146 112Z', '#20332a'),
    box(146, 42, 32, 28, RED),
    box(124, 166, 76, 56, SAND),
    shape('M150 206Q150 178 162 178T174 206Z', RED),
    shape('M224 116H300Q304 186 262 190Q220 186 224 116Z', SKY),
    shape('M226 144H298Q294 186 262 188Q230 186 226 144Z', '#8e1b2c'),
    line('M262 190V240M236 244H288', SKY, 8),
  ],
  mug: [
    ground(GOLD),
    disc(270, 156, 34, 'none', { stroke: WHITE, 'stroke-width': 16 }),
    box(118, 92, 144, 146, WHITE, { rx: 12 }),
    shape('M190 134L200 156L224 158L206 174L212 198L190 185L168 198L174 174L156 158L180 156Z', RED),
    oval(190, 96, 72, 12, WOOD),
  ],
} as const satisfies Record<string, readonly string[]>;
export type Drawing = keyof typeof DRAWINGS;

/** On a wider sheet, as cards show the image of a raffle. */
const EVENING = [
  ground(NIGHT),
  ...[
    [46, 52],
    [96, 20],
    [316, 28],
    [372, 76],
    [28, 112],
    [340, 130],
    [84, 150],
  ].map(([x = 0, y = 0]) => disc(x, y, 2.5, WHITE)),
  line('M0 24Q40 38 80 42T160 42T240 42T320 42T400 24', GOLD, 2),
  ...[40, 120, 200, 280, 360].map((x, number) => disc(x, number % 2 === 0 ? 38 : 44, 7, GOLD)),
  `<g transform="translate(56 -12) scale(0.72)">${[
    disc(200, 186, 84, 'none', { stroke: WHITE, 'stroke-width': 6 }),
    disc(200, 186, 80, '#33436b'),
    disc(168, 212, 22, RED),
    disc(212, 226, 22, GOLD),
    disc(240, 196, 22, WHITE),
    disc(198, 184, 22, TEAL),
    disc(168, 164, 22, ROSE),
    disc(216, 148, 22, RED),
    shape('M150 286L168 262H232L250 286Z', WHITE),
  ].join('')}</g>`,
];

/** The gala's own image. @returns a data URL */
export const galaPicture = (): Promise<string> => picture(EVENING, 210);

/** @returns a data URL */
export const pictureOf = (drawing: Drawing): Promise<string> => picture(DRAWINGS[drawing], 300);

/** @param height of a sheet that is 400 wide */
async function picture(shapes: readonly string[], height: number): Promise<string> {
  const size = `width="${WIDTH}" height="${(WIDTH * height) / 400}" viewBox="0 0 400 ${height}"`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${shapes.join('')}</svg>`;
  const png = await sharp(Buffer.from(drawing)).png({ compressionLevel: 3 }).toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
