import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FRAMES_PER_SECOND, framesOf, videoFileName, videoLength } from './video-plan.ts';

test('R34 R76 a video is as long as the replay: the show, and the pages of winners after it', () => {
  expect(videoLength([])).toBe(33_000);
  expect(videoLength([{ ms: 4000 }, { ms: 2501 }])).toBe(39_501);
});

test('R76 frames follow each other without a gap, and end exactly with the show', () => {
  expect(framesOf(33_000)).toHaveLength(33 * FRAMES_PER_SECOND);
  fc.assert(
    fc.property(fc.integer({ min: 33_000, max: 400_000 }), (length) => {
      const frames = framesOf(length);
      const isWhole = frames.every(({ at, duration }, index) => {
        const end = frames[index + 1]?.at ?? length;
        return (
          duration > 0 && duration <= 1000 / FRAMES_PER_SECOND + 1e-6 && Math.abs(at + duration - end) < 1e-6
        );
      });
      expect([frames[0]?.at, isWhole]).toEqual([0, true]);
    }),
    { numRuns: 20 },
  );
});

test.each([
  ['Summer party', 'summer-party-1080x1080.mp4'],
  ['  Łódź & friends! ', 'łódź-friends-1080x1080.mp4'],
  ['夏祭りのくじ', '夏祭りのくじ-1080x1080.mp4'],
  ['../../etc/passwd', 'etc-passwd-1080x1080.mp4'],
  ['🎉', 'draw-1080x1080.mp4'],
  ['a'.repeat(200), `${'a'.repeat(60)}-1080x1080.mp4`],
])('R76 the file of "%s" is called %s', (title, name) => {
  expect(videoFileName(title, 'square', 'mp4')).toBe(name);
});
