/**
 * The installation's keys as files, made at the first start: an Ed25519 key that signs public records and receipts, a
 * P-256 key that push services know it by, an Ed25519 key that cosigns the logs of others, and a secret from which the sealing key and all others are derived (I5). Losing them loses unrevealed seeds,
 * so they belong in every backup; showing them to anybody betrays all.
 */
import {
  createCipheriv,
  createECDH,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Keys } from './keys.ts';

/** Then handing a signature of 25 µs to another thread takes more of the same cores than making it. */
const HAS_FEW_CORES = availableParallelism() <= 2;

const KEY_BYTES = 32;
const KEYS_KEPT = 100;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** What precedes the 32 key bytes in an Ed25519 private key in PKCS #8 (RFC 8410 §7). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Reads the keys of the data folder, or makes them. Two processes that start at once end up with the same ones. */
export function loadKeys(dataDir: string): Keys {
  const folder = join(dataDir, 'keys');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const signing = signingKey(readOrMake(join(folder, 'signing.key')));
  const secret = readOrMake(join(folder, 'secret.key'));
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `glassdrum:${purpose}`, KEY_BYTES));
  const sealing = derive('seal');
  const pseudonymKey = remembered((purpose) => derive(`pseudonym:${purpose}`));
  return {
    ...signing,
    push: pushKey(readOrMake(join(folder, 'push.key'))),
    witness: signingKey(readOrMake(join(folder, 'witness.key'))),
    seal: (purpose, plain) => seal(sealing, purpose, plain),
    unseal: (purpose, sealed) => unseal(sealing, purpose, sealed),
    pseudonymise: (purpose, value) => createHmac('sha256', pseudonymKey(purpose)).update(value).digest('hex'),
    derive,
  };
}

/** Which key a data folder holds, without making one: the id that records and receipts name, or null. */
export function storedKeyId(dataDir: string): string | null {
  const file = join(dataDir, 'keys', 'signing.key');
  return existsSync(file) ? signingKey(readKey(file)).keyId : null;
}

/** Deriving costs more than hashing, and a storm of calls asks for one key: the last ones are kept. */
function remembered(derive: (purpose: string) => Buffer): (purpose: string) => Buffer {
  const keys = new Map<string, Buffer>();
  return (purpose) => {
    const known = keys.get(purpose);
    if (known !== undefined) return known;
    const fresh = derive(purpose);
    const oldest = keys.keys().next().value;
    if (keys.size >= KEYS_KEPT && oldest !== undefined) keys.delete(oldest);
    keys.set(purpose, fresh);
    return fresh;
  };
}

function readOrMake(file: string): Buffer {
  try {
    return readKey(file);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
  }
  // Written aside and linked into place: nobody can ever read half a key, and the first one made stays.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readKey(file);
}

function readKey(file: string): Buffer {
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) {
    throw new Error(`The key file ${file} is damaged. Restore it from a backup of the data folder.`);
  }
  chmodSync(file, 0o600);
  return Buffer.from(text, 'hex');
}

function signingKey(seed: Buffer): Pick<Keys, 'keyId' | 'publicKey' | 'sign' | 'signAside'> {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .subarray(-KEY_BYTES)
    .toString('hex');
  const signed = (text: string): string => sign(null, Buffer.from(text, 'utf8'), key).toString('hex');
  return {
    publicKey,
    keyId: createHash('sha256').update(publicKey).digest('hex').slice(0, 16),
    sign: signed,
    signAside: HAS_FEW_CORES
      ? async (text) => signed(text)
      : (text) =>
          new Promise((resolve, reject) => {
            sign(null, Buffer.from(text, 'utf8'), key, (error, signature) => {
              if (error === null) resolve(signature.toString('hex'));
              else reject(error);
            });
          }),
  };
}

/** Of 2^32 random keys one is no number of the curve; then its hash is taken. */
function pushKey(secret: Buffer): Keys['push'] {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(secret);
  } catch {
    return pushKey(createHash('sha256').update(secret).digest());
  }
  return { publicKey: curve.getPublicKey('base64url'), privateKey: secret.toString('base64url') };
}

function seal(key: Buffer, purpose: string, plain: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(purpose, 'utf8'));
  return Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
    'base64url',
  );
}

function unseal(key: Buffer, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(purpose, 'utf8'));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
