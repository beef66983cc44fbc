/** The words of the command line, checked before any file is read (draw protocol, appendix A). */
import { parseArgs } from 'node:util';
import { isHash } from '../src/field-rules.ts';
import { parseWitnessKey } from '../src/log/witness.ts';
import { Refused } from './read-file.ts';

const USAGE =
  'Usage: fair-draw verify FILE [--json] [--receipt FILE [--receipt-key HEX]] [--log-key HEX]' +
  ' [--witness-key NAME+HASH+KEY]… [--witness-quorum K] [--earlier FILE]… [--test-chain FILE]' +
  ' | fair-draw log FILE [--json] | fair-draw check-site URL [--release FILE] [--json] | fair-draw --version';

export type Command =
  | { name: 'version' }
  | { name: 'log'; file: string; json: boolean }
  | { name: 'check-site'; url: URL; release?: string; json: boolean }
  | {
      name: 'verify';
      file: string;
      json: boolean;
      receipt?: string;
      receiptKey?: string;
      logKey?: string;
      witnessKeys: string[];
      witnessQuorum: number;
      earlier: string[];
      testChain?: string;
    };

const OPTIONS = {
  version: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  receipt: { type: 'string' },
  'receipt-key': { type: 'string' },
  'log-key': { type: 'string' },
  'witness-key': { type: 'string', multiple: true },
  'witness-quorum': { type: 'string' },
  earlier: { type: 'string', multiple: true },
  release: { type: 'string' },
  'test-chain': { type: 'string' },
} as const;

/** @throws Refused for wrong use, or a key that is not in its form */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = wordsOf(args);
  const { version, json, release, ...others } = values;
  const given = Object.values(others).some((value) => value !== undefined);
  const [name, file, ...rest] = positionals;
  if (version) {
    if (name !== undefined || json || given || release !== undefined) throw new Refused(USAGE);
    return { name: 'version' };
  }
  if (file === undefined || rest.length > 0) throw new Refused(USAGE);
  if (name === 'check-site' && !given) {
    return { name, url: siteOf(file), json, ...(release === undefined ? {} : { release }) };
  }
  if (release !== undefined) throw new Refused(USAGE);
  if (name === 'log' && !given) return { name, file, json };
  if (name !== 'verify') throw new Refused(USAGE);

  const { receipt, earlier = [] } = others;
  const receiptKey = keyOf('--receipt-key', others['receipt-key']);
  if (receiptKey !== undefined && receipt === undefined) {
    throw new Refused('--receipt-key goes with --receipt.');
  }
  const logKey = keyOf('--log-key', others['log-key']);
  const testChain = others['test-chain'];
  return {
    name,
    file,
    json,
    witnessKeys: witnessKeysOf(others['witness-key'] ?? []),
    witnessQuorum: quorumOf(others['witness-quorum'] ?? '1'),
    earlier,
    ...(receipt === undefined ? {} : { receipt }),
    ...(receiptKey === undefined ? {} : { receiptKey }),
    ...(logKey === undefined ? {} : { logKey }),
    ...(testChain === undefined ? {} : { testChain }),
  };
}

type Words = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>;

function wordsOf(args: readonly string[]): Words {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch {
    throw new Refused(USAGE);
  }
}

function siteOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') {
    throw new Refused('check-site needs an address, https://raffles.example.org.');
  }
  return url;
}

function keyOf(option: string, key: string | undefined): string | undefined {
  if (key !== undefined && !isHash(key)) throw new Refused(`${option} is not 64 lowercase hex digits.`);
  return key;
}

function witnessKeysOf(keys: readonly string[]): string[] {
  if (keys.some((key) => parseWitnessKey(key) === null)) {
    throw new Refused('--witness-key is not the key of a witness, NAME+HASH+KEY.');
  }
  return [...keys];
}

function quorumOf(text: string): number {
  if (!/^[1-9][0-9]{0,15}$/.test(text) || !Number.isSafeInteger(Number(text))) {
    throw new Refused('--witness-quorum is not an integer from 1.');
  }
  return Number(text);
}
