import { describe, expect, it } from 'vitest';
import { sourcesText } from './sources-line.tsx';

describe('R68: how entries came about', () => {
  it.each([
    [{ self: 184, host: 0, paper: 0 }, null],
    [{ self: 0, host: 0, paper: 0 }, null],
    [{ self: 184, host: 96, paper: 0 }, '184 joined, 96 entered by the host'],
    [{ self: 184, host: 96, paper: 120 }, '184 joined, 96 entered by the host, 120 on paper'],
    [{ self: 0, host: 1, paper: 0 }, '1 entered by the host'],
  ])('says of %j', (sources, text) => {
    expect(sourcesText(sources)).toBe(text);
  });
});
