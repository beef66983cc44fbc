/** Checkpoints and cosignatures: signed notes as C2SP has them (draw protocol §8). */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign as signWith } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  addSignatureLines,
  checkpointHolds,
  checkpointText,
  logOrigin,
  noteKey,
  noteSignatureHolds,
  parseCheckpoint,
  parseSignatureLine,
  signCheckpoint,
} from '../src/log/checkpoint.ts';
import {
  cosignaturesOf,
  cosignatureTime,
  formatWitnessKey,
  parseWitnessKey,
  signCosignature,
  verifyCosignature,
} from '../src/log/witness.ts';

/** Node's own Ed25519, so that nothing here checks itself. */
function keyPair(seed: number) {
  const pkcs8 = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.alloc(32, seed),
  ]);
  const secret: KeyObject = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(secret).export({ format: 'der', type: 'spki' });
  return {
    key: spki.subarray(-32).toString('hex'),
    sign: (text: string): string => signWith(null, Buffer.from(text), secret).toString('hex'),
  };
}

const log = keyPair(1);
const origin = logOrigin(log.key);
const head = { origin, size: 300, root: 'ab'.repeat(32) };
const note = signCheckpoint(head, log.key, log.sign);

function parsed(text: string) {
  const checkpoint = parseCheckpoint(text);
  if (checkpoint === null) throw new Error('no checkpoint');
  return checkpoint;
}

describe('[§8] checkpoint', () => {
  test('is a note of three lines, signed under the origin', () => {
    const [first, second, third, empty, signature, end] = note.split('\n');
    expect([first, second, empty, end]).toEqual([origin, '300', '', '']);
    expect(Buffer.from(third ?? '', 'base64').toString('hex')).toBe(head.root);
    const key = Buffer.from(log.key, 'hex');
    const keyHash = createHash('sha256').update(`${origin}\n\x01`).update(key).digest().subarray(0, 4);
    const signed = Buffer.from(log.sign(`${origin}\n300\n${third}\n`), 'hex');
    expect(signature).toBe(`— ${origin} ${Buffer.concat([keyHash, signed]).toString('base64')}`);
    expect(parsed(note)).toMatchObject(head);
    expect(parsed(note).text).toBe(checkpointText(head));
  });

  test('the origin follows from the key', () => {
    const id = createHash('sha256').update(log.key).digest('hex').slice(0, 16);
    expect(origin).toBe(`glassdrum.log/${id}`);
  });

  test('the key of the published example of signed notes has the published hash', () => {
    // From the documentation of golang.org/x/mod/sumdb/note.
    const published = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    const bytes = Buffer.from(published.split('+').slice(2).join('+'), 'base64').subarray(1);
    expect(noteKey('PeterNeumann', bytes.toString('hex'))).toBe(published);
  });

  test('holds for its own key, text and origin only', () => {
    const other = keyPair(2);
    expect(checkpointHolds(parsed(note), log.key)).toBe(true);
    expect(checkpointHolds(parsed(note), other.key)).toBe(false);
    expect(checkpointHolds(parsed(note.replace('\n300\n', '\n301\n')), log.key)).toBe(false);
    const elsewhere = signCheckpoint({ ...head, origin: 'other.log/1' }, log.key, log.sign);
    expect(noteSignatureHolds(parsed(elsewhere), 'other.log/1', log.key)).toBe(true);
    expect(checkpointHolds(parsed(elsewhere), log.key)).toBe(false);
    expect(checkpointHolds(parsed(note), 'no key')).toBe(false);
  });

  test('one valid line of the log is enough, wherever it is', () => {
    const wrong = keyPair(3);
    const forged = signCheckpoint(head, log.key, wrong.sign);
    const [line = ''] = note.split('\n').slice(-2);
    expect(checkpointHolds(parsed(forged), log.key)).toBe(false);
    expect(checkpointHolds(parsed(`${forged}${line}\n`), log.key)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['no signature', note.split('\n').slice(0, 4).join('\n')],
    ['no empty line', note.replace('\n\n', '\n')],
    ['a fourth line of text', note.replace('\n\n', '\nextension\n\n')],
    ['two lines of text', `${origin}\n300\n\n${note.split('\n\n')[1]}`],
    ['an empty line at the end', `${note}\n`],
    ['an empty line among signatures', `${note}\n${note.split('\n\n')[1]}`],
    ['a carriage return', note.replaceAll('\n', '\r\n')],
    ['a size with a zero before it', note.replace('\n300\n', '\n0300\n')],
    ['a size with a sign', note.replace('\n300\n', '\n+300\n')],
    ['a size of 2^53', note.replace('\n300\n', '\n9007199254740992\n')],
    ['a size of 17 digits', note.replace('\n300\n', `\n${'1'.repeat(17)}\n`)],
    ['a root of 31 bytes', note.replace(/\n[^\n]+\n\n/, `\n${Buffer.alloc(31).toString('base64')}\n\n`)],
    ['a root of 33 bytes', note.replace(/\n[^\n]+\n\n/, `\n${Buffer.alloc(33).toString('base64')}\n\n`)],
    ['a root without padding', note.replace('=\n\n', '\n\n')],
    ['a root in another spelling', note.replace(/.=\n\n/, 't=\n\n')],
    ['base64 of URLs', note.replace(/\n[^\n]+\n\n/, `\n${'-'.repeat(42)}A=\n\n`)],
    ['another dash', note.replace('—', '-')],
    ['two spaces', note.replace('— ', '—  ')],
    ['more after the signature', note.replace(/\n$/, ' \n')],
    ['no end of line', note.slice(0, -1)],
    ['a name with a plus sign', note.replaceAll(origin, 'a+b')],
    ['a name with a space', note.replaceAll(origin, 'a b')],
    ['a name of other characters', note.replaceAll(origin, 'é')],
    ['a name of 256 characters', note.replaceAll(origin, 'a'.repeat(256))],
    ['an empty origin', note.replace(origin, '')],
    ['a signature of four bytes', note.replace(/ [^ ]+\n$/, ` ${Buffer.alloc(4).toString('base64')}\n`)],
    ['no text', 7],
  ])('%s is no checkpoint', (_, text) => {
    expect(text).not.toBe(note);
    expect(parseCheckpoint(text)).toBeNull();
  });

  test('what is still a checkpoint', () => {
    for (const text of [
      note.replaceAll(origin, '!-~'.repeat(85)),
      note.replace('\n300\n', '\n9007199254740991\n'),
      note.replace('\n300\n', '\n0\n'),
      note.replace(/ [^ ]+\n$/, ` ${Buffer.alloc(5).toString('base64')}\n`),
      `${note}— w ${Buffer.alloc(2424).toString('base64')}\n`,
    ])
      expect(parsed(text).text).toBe(text.split('\n').slice(0, 3).join('\n') + '\n');
  });

  test('has at most 64 signature lines and 128 KiB', () => {
    const lines = (count: number, bytes: number) =>
      Array.from({ length: count }, (_, index) => `— w${index} ${Buffer.alloc(bytes).toString('base64')}`);
    expect(parsed(addSignatureLines(note, lines(63, 76))).signatures).toHaveLength(64);
    expect(() => addSignatureLines(note, lines(64, 76))).toThrow(RangeError);
    for (const [size, accepted] of [
      [128 * 1024, true],
      [128 * 1024 + 1, false],
    ] as const) {
      // The name takes up what base64, in groups of four, cannot.
      const texts = [1, 2, 3, 4].map((length) => {
        const before = `${note}— ${'w'.repeat(length)} `;
        return `${before}${'A'.repeat(size - Buffer.byteLength(before) - 1)}\n`;
      });
      for (const text of texts) expect(Buffer.byteLength(text)).toBe(size);
      expect(texts.some((text) => parseCheckpoint(text) !== null)).toBe(accepted);
    }
  });

  test('lines are added once', () => {
    const line = `— w ${Buffer.alloc(76).toString('base64')}`;
    const once = addSignatureLines(note, [line, line]);
    expect(once).toBe(`${note}${line}\n`);
    expect(addSignatureLines(once, [line])).toBe(once);
    expect(() => addSignatureLines(note, ['no line'])).toThrow(RangeError);
    expect(() => addSignatureLines(note, [`${line}\n\n`])).toThrow(RangeError);
  });
});

describe('[§8] witnesses', () => {
  const pair = keyPair(7);
  const name = 'witness.example/w1';
  const text = checkpointText(head);
  const verifierKey = formatWitnessKey(name, pair.key);
  const witness = parseWitnessKey(verifierKey);
  if (witness === null) throw new Error('no key');
  const lineAt = (time: number) =>
    signCosignature({ text, name, publicKey: pair.key, time, sign: pair.sign });

  test('cosign the time and the three lines', () => {
    const line = lineAt(1_700_000_000);
    const bytes = Buffer.from(line.split(' ')[2] ?? '', 'base64');
    const key = Buffer.concat([Buffer.of(4), Buffer.from(pair.key, 'hex')]);
    const keyHash = createHash('sha256').update(`${name}\n`).update(key).digest().subarray(0, 4);
    expect(bytes.subarray(0, 4)).toEqual(keyHash);
    expect(bytes.readBigUInt64BE(4)).toBe(1_700_000_000n);
    expect(bytes.subarray(12).toString('hex')).toBe(pair.sign(`cosignature/v1\ntime 1700000000\n${text}`));
    const note2 = addSignatureLines(note, [line]);
    expect(cosignaturesOf(parsed(note2), [witness])).toEqual([{ witness, time: 1_700_000_000 }]);
    expect(checkpointHolds(parsed(note2), log.key)).toBe(true);
  });

  test('a line that is not valid has no time', () => {
    const other = keyPair(8);
    const forged = signCosignature({ text, name, publicKey: pair.key, time: 5, sign: other.sign });
    const checkpoint = parsed(addSignatureLines(note, [forged]));
    expect(cosignaturesOf(checkpoint, [witness])).toEqual([{ witness, time: null }]);
    const [, line] = checkpoint.signatures;
    if (line === undefined) throw new Error('no line');
    expect(verifyCosignature(checkpoint, line, witness)).toBe(false);
    const valid = parseSignatureLine(lineAt(5));
    if (valid === null) throw new Error('no line');
    expect(verifyCosignature({ text }, valid, witness)).toBe(true);
    expect(verifyCosignature({ text: text.replace('300', '301') }, valid, witness)).toBe(false);
    const later = valid.signature.replace(/^.{16}/, '0000000000000006');
    expect(cosignatureTime({ text }, { ...valid, signature: later }, witness)).toBeNull();
    expect(cosignatureTime({ text }, { ...valid, signature: `${valid.signature}00` }, witness)).toBeNull();
  });

  test('lines of other names or key hashes are passed over', () => {
    const stranger = keyPair(9);
    const lines = [
      signCosignature({ text, name: 'other', publicKey: pair.key, time: 1, sign: pair.sign }),
      signCosignature({ text, name, publicKey: stranger.key, time: 1, sign: stranger.sign }),
    ];
    expect(cosignaturesOf(parsed(addSignatureLines(note, lines)), [witness])).toEqual([]);
  });

  test('times of 0 and above 2^53 can be read, those above 2^63−1 cannot', () => {
    const timed = (time: bigint) => {
      const signature = pair.sign(`cosignature/v1\ntime ${time}\n${text}`);
      const line = {
        name,
        keyHash: witness.keyHash,
        signature: time.toString(16).padStart(16, '0') + signature,
      };
      return cosignatureTime({ text }, line, witness);
    };
    expect(timed(0n)).toBe(0);
    expect(timed(2n ** 63n - 1n)).toBe(2 ** 63);
    expect(timed(2n ** 63n)).toBeNull();
    expect(timed(2n ** 64n - 1n)).toBeNull();
  });

  test('verifier keys', () => {
    expect(parseWitnessKey(verifierKey)).toEqual(witness);
    // A base64 that contains plus signs.
    const plus = 'witness.navigli.sunlight.geomys.org+a3e00fe2+BNy/co4C1Hn1p+INwJrfUlgz7W55dSZReusH/GhUhJ/G';
    const known = parseWitnessKey(plus);
    expect(known !== null && formatWitnessKey(known.name, known.publicKey)).toBe(plus);
    for (const wrong of [
      '',
      name,
      verifierKey.replace(name, `${name}x`),
      verifierKey.replace(`+${witness.keyHash}+`, '+00000000+'),
      verifierKey.replace(witness.keyHash, witness.keyHash.toUpperCase()),
      verifierKey.replace(witness.keyHash, ''),
      `${verifierKey}\n`,
      ` ${verifierKey}`,
      verifierKey.replace(name, 'a b'),
      noteKey(name, pair.key),
      verifierKey.slice(0, -4),
    ])
      expect(parseWitnessKey(wrong)).toBeNull();
    expect(() => formatWitnessKey('a+b', pair.key)).toThrow(RangeError);
    expect(() => formatWitnessKey(name, 'abc')).toThrow(RangeError);
  });
});

/**
 * Real checkpoints of public logs with real cosignatures. Notes and log keys are those that n621.de's tlog-scales tests
 * with; the witnesses' keys are the published ones of witness-network.org.
 */
describe('[§8] public logs and witnesses', () => {
  const arche = `arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=
— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— transparency.dev/DEV:witness-little-garden 2AQqhwAAAABqEiEgzgFIqqhbUoDwjMWE6UP8nd8/KYTzwZ2rhIgcqoXHAwVkjZr4AscylP3v7sEodkRAErumC2q44vdgJY096st5BQ==
— witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/iEcxZ75W3u5hNI7TOQtmJbqmNWVuE0tgh0XwzdZsDsUAQ==
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
— witness.stagemole.eu Z/euoAAAAABqEiEgw0i+7g2ENfDAWHmtRzCfKTHSDwYDJA2NmKeGi9Y8FtEyOUvVr+AJmIY/2TUFucgKi7lI7cUiOvKFYe/TmN9DAg==
`;
  const logKey = Buffer.from('AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f', 'base64').subarray(1);
  const witnessKeys = [
    'witness1.smartit.nu/witness1+a48c820f+BPSFWg9G6KPiO7QPryYO5Xq4oYJJ+kAvLKLSimDhoxMO',
    'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2',
    'witness.stagemole.eu+67f7aea0+BEqSG3yu9YrmcM3BHvQYTxwFj3uSWakQepafafpUqklv',
  ];
  const known = witnessKeys.map(parseWitnessKey).filter((key) => key !== null);

  test('a log of certificates, its own line and three cosignatures', () => {
    const checkpoint = parsed(arche);
    expect(checkpoint.signatures).toHaveLength(6);
    const name = 'arche2025h1.staging.ct.transparency.dev';
    expect(noteSignatureHolds(checkpoint, name, logKey.toString('hex'))).toBe(true);
    expect(known).toHaveLength(3);
    const cosigned = cosignaturesOf(checkpoint, known);
    expect(cosigned.map(({ witness, time }) => [witness.name, time])).toEqual([
      ['witness1.smartit.nu/witness1', 0x6a122120],
      ['remora.n621.de', 0x6a122120],
      ['witness.stagemole.eu', 0x6a122120],
    ]);
  });

  test('none of them holds for another size', () => {
    const changed = parsed(arche.replace('\n1432088532\n', '\n1432088533\n'));
    expect(noteSignatureHolds(changed, changed.origin, logKey.toString('hex'))).toBe(false);
    expect(cosignaturesOf(changed, known).map(({ time }) => time)).toEqual([null, null, null]);
  });
});
