import { expect, test } from 'vitest';
import { isText } from './is-text.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

test('R11 a list of names is a text, whatever its encoding', () => {
  expect(isText(utf8('Ada,ada@example.org\r\nZoë;zoe@example.org\tnote\n'))).toBe(true);
  // Zoë in the old Western encoding, and in UTF-16 with its mark.
  expect(isText(Uint8Array.of(0x5a, 0x6f, 0xeb, 0x0a))).toBe(true);
  expect(isText(Uint8Array.of(0xff, 0xfe, 0x41, 0x00, 0x64, 0x00))).toBe(true);
  expect(isText(new Uint8Array())).toBe(true);
});

test('R11 photographs, PDF files and programs are no lists', () => {
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d);
  expect(isText(png)).toBe(false);
  expect(isText(utf8('%PDF-1.7 a text at first sight'))).toBe(false);
  expect(isText(Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 3, 4, 5, 6))).toBe(false);
});
