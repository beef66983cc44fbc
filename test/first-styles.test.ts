/** Which rules of the style sheet stand in pages with a first view: all that their code names, and whatever needs no class. */
import { expect, test } from 'vitest';
import { firstStyles } from '../apps/web/build/first-styles.ts';

const SHEET = `@layer theme, base, utilities;
@layer base{html{color:red}:focus-visible{outline:1px solid}}
@layer utilities{
.px-2{padding:2px}.unused{margin:0}
.max-w-\\[65ch\\]{max-width:65ch}
.hover\\:px-2:hover{padding:3px}
.w-1\\/2,.other{width:50%}
.group:hover .group-hover\\:flex{display:flex}
.px-2:where(.dark, .dark *){padding:4px}
.space>:not(.unused){margin:1px}
@media (width>=40rem){.sm\\:unused{margin:0}}
@media (width>=40rem){.sm\\:px-2{padding:5px}}
}
@keyframes rise{0%{top:0}to{top:1px}}`;

const kept = (...scripts: string[]): string => firstStyles(SHEET, scripts).replaceAll(/\s+/g, '');

test('rules stay whose classes stand in the code, however they are quoted there', () => {
  const styles = kept(
    'a(`px-2 ${b?"max-w-[65ch]":\'w-1/2\'} sm:px-2`)',
    'x("hover:px-2\\ngroup","group-hover:flex")',
  );
  for (const rule of [
    '.px-2{padding:2px}',
    '.max-w-\\[65ch\\]{max-width:65ch}',
    '.hover\\:px-2:hover{padding:3px}',
    '.w-1\\/2,.other{width:50%}',
    '.group:hover.group-hover\\:flex{display:flex}',
    '.px-2:where(.dark,.dark*){padding:4px}',
    '@media(width>=40rem){.sm\\:px-2{padding:5px}}',
  ]) {
    expect(styles).toContain(rule);
  }
});

test('rules go whose classes do not, with what is empty then', () => {
  const styles = kept('"px-2"');
  for (const gone of ['unused', 'max-w', 'w-1', 'group', 'space', 'sm\\:'])
    expect(styles).not.toContain(gone);
  expect(styles).not.toContain('{}');
});

test('what needs no class stays: elements, animations, and the order of layers', () => {
  const styles = kept('');
  expect(styles).toContain('@layertheme,base,utilities;');
  expect(styles).toContain('html{color:red}:focus-visible{outline:1pxsolid}');
  expect(styles).toContain('@keyframesrise{0%{top:0}to{top:1px}}');
  expect(styles).not.toContain('px-2');
});
