import { nameCommit } from '@glassdrum/fair-draw';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fastNameCommit } from './name-commit.ts';

const salts = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));

test('draw protocol §3: the commitment to a name is that of the protocol, whatever the name', () => {
  fc.assert(
    fc.property(salts, fc.string({ unit: 'grapheme' }), (salt, name) => {
      expect(fastNameCommit(salt, name)).toBe(nameCommit(salt, name));
    }),
  );
});
