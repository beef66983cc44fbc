/** What a watching device checks (draw protocol §10). */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { conclude } from '../src/verify/device/conclude.ts';
import { initialDeviceCheck, observe } from '../src/verify/device/device-check.ts';
import type { Observation } from '../src/verify/device/observations.ts';
import { reasonText } from '../src/verify/device/reasons.ts';
import { type DeviceVectors, runDeviceVectors } from './run-device-vectors.ts';
import { deviceCases } from './support/device-cases.ts';

const text = readFileSync(new URL('vectors/device-check-vectors.json', import.meta.url), 'utf8');
const file = JSON.parse(text) as DeviceVectors;

describe('[§10] vectors', () => {
  const outcomes = runDeviceVectors(file);

  test.each(outcomes)('$id', ({ detail }) => expect(detail).toBe(''));

  test('are those of the cases; otherwise run support/write-device-vectors.ts', () => {
    expect(file).toEqual(JSON.parse(JSON.stringify({ format: file.format, vectors: deviceCases() })));
  });

  test('a runner that expects another outcome says so', () => {
    const [first] = file.vectors;
    if (first === undefined) throw new Error('no vectors');
    for (const change of [{ outcome: 'red' as const }, { reasons: ['waiting'] }, { sentence: '' }]) {
      const [outcome] = runDeviceVectors({ ...file, vectors: [{ ...first, ...change }] });
      expect(outcome?.ok).toBe(false);
    }
  });

  test('every colour and every code is among them', () => {
    const codes = new Set(file.vectors.flatMap(({ reasons }) => reasons));
    const known = readFileSync(new URL('../src/verify/device/reasons.ts', import.meta.url), 'utf8');
    const all = new Set([...known.matchAll(/code: '(\w+)'/g)].map(([, code]) => code));
    expect([...all].filter((code) => !codes.has(code ?? ''))).toEqual([]);
    expect(new Set(file.vectors.map(({ outcome }) => outcome)).size).toBe(4);
  });
});

describe('[§10] further', () => {
  const find = (start: string) => {
    const vector = file.vectors.find(({ id }) => id.startsWith(start));
    if (vector === undefined) throw new Error(`no vector ${start}`);
    return structuredClone(vector);
  };

  /** Without the round, whose signature takes long to check; the proof has it too. */
  const quick = (observations: readonly Observation[]) => observations.filter(({ type }) => type !== 'round');

  test('every order of observations comes to the same colour', () => {
    for (const vector of file.vectors.filter(({ id }) => /^(g01|y01|y10|r12|r15|r27|r30|r35)/.test(id))) {
      const observations = quick(vector.observations);
      for (let shift = 1; shift < observations.length; shift += 1) {
        const turned = [...observations.slice(shift), ...observations.slice(0, shift)];
        const state = turned.reduce((at, one) => observe(at, one), initialDeviceCheck(vector.evidence));
        expect(conclude(state).colour, `${vector.id} turned by ${shift}`).toBe(vector.outcome);
      }
    }
  });

  test('an observation does not change the state before it', () => {
    const { evidence, observations } = find('r15');
    let state = initialDeviceCheck(evidence);
    for (const observation of observations) {
      const before = JSON.stringify(state);
      const next = observe(state, observation);
      expect(JSON.stringify(state)).toBe(before);
      state = next;
    }
  });

  test('what is wrong stays wrong', () => {
    const { evidence, observations } = find('r12');
    const good = find('g01').observations;
    const state = [...observations, ...good].reduce(
      (at, one) => observe(at, one),
      initialDeviceCheck(evidence),
    );
    expect(conclude(state).colour).toBe('red');
  });

  test('nothing makes a device green that has seen the freeze too late', () => {
    const { evidence, observations } = find('y02');
    const again = observations.map((one) => (one.type === 'freeze' ? { ...one, at: one.at + 1 } : one));
    const state = [...observations, ...again].reduce(
      (at, one) => observe(at, one),
      initialDeviceCheck(evidence),
    );
    expect(conclude(state).colour).toBe('yellow');
  });

  test('malformed observations are faults, not exceptions', () => {
    const { evidence, observations } = find('g01');
    const texts = ['', 'draw.open.v2\n', '\n'.repeat(20)];
    for (const observation of observations) {
      for (const name of Object.keys(observation).filter(
        (one) => !['type', 'at', 'proof', 'verification'].includes(one),
      )) {
        for (const wrong of [...texts, 'ff', 'é']) {
          const value = Reflect.get(observation, name) as unknown;
          const sameShape = Array.isArray(value) ? [] : value;
          const changed = { ...observation, [name]: typeof value === 'string' ? wrong : sameShape };
          const state = (observation.type === 'round' ? observations : quick(observations))
            .map((one) => (one === observation ? changed : one))
            .reduce((at, one) => observe(at, one), initialDeviceCheck(evidence));
          expect(['green', 'yellow', 'red', 'pending']).toContain(conclude(state).colour);
        }
      }
    }
  });

  test('reasons fit into the sentence', () => {
    for (const vector of file.vectors) {
      const { observations, reasons } = vector;
      const seen = reasons.includes('round_signature_wrong') ? observations : quick(observations);
      const state = seen.reduce((at, one) => observe(at, one), initialDeviceCheck(vector.evidence));
      for (const reason of conclude(state).reasons) {
        expect(reasonText(reason)).toMatch(/^[a-z].*[^.\s]$/);
        if (vector.outcome === 'red')
          expect(vector.sentence).toMatch(/^This check failed: .*\. Save a screenshot/);
      }
    }
  });
});
