/** Configuration: a pure, checked function of the environment, which is read once (README lists the variables). */
import { resolve } from 'node:path';
import { signUpBody, type SignUpRules } from '@glassdrum/contract';
import { formatWitnessKey, parseWitnessKey } from '@glassdrum/fair-draw';
import { LIMITS } from '@glassdrum/raffle-rules';
import { readSignIn, type SignInConfig } from './config-provider.ts';
import type { SmtpSettings } from './platform/mail/smtp-mailer.ts';
import { type Network, parsePrivateNetwork } from './platform/http/outgoing/networks.ts';
import type { CrowdLimit } from './platform/http/rate-limit.ts';
import type { S3Config } from './platform/storage/s3-objects.ts';
import type { Witness } from './platform/public-log/witnesses/ask-witness.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MIN_PASSPHRASE_LENGTH = 12;
const MIN_TOKEN_LENGTH = 16;
type LogLevel = (typeof LOG_LEVELS)[number];

export interface Config {
  port: number;
  host: string;
  /** Where browsers reach this installation: an origin, without a slash at the end. */
  publicUrl: string;
  /** False when `publicUrl` is only guessed from the port; then a call's own host counts as ours too. */
  publicUrlIsSet: boolean;
  /** Absolute path. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** Addresses or networks of proxies that may name the client's address (H6). */
  trustProxy: string[];
  /** H11: joins by public link of one network to one raffle; off: as many as come. */
  joinLimit: CrowdLimit | 'off';
  /** R82: who may open an account, until an operator chooses otherwise. */
  signUp: SignUpRules;
  /** drand relays; empty: the built-in ones. */
  beaconUrls: string[];
  logLevel: LogLevel;
  /** Null: this installation sends no mail. */
  mail: Pick<SmtpSettings, 'smtpUrl' | 'from' | 'requireTls'> | null;
  /** Absolute path of the operator's own legal texts; undefined: the product's. */
  legalFile: string | undefined;
  /** Null: images lie in the data folder. */
  s3: S3Config | null;
  /** R86: who is asked to cosign this installation's log; no two with one name or key. */
  witnesses: Witness[];
  /** R86: under which name this installation cosigns the logs of others. */
  witnessName: string;
  /** M11: addresses for /.well-known/security.txt (RFC 9116), as `mailto:` or https; none: there is no such file. */
  securityContacts: string[];
  /** R85: private networks in which receivers of webhooks may be. */
  webhookNetworks: Network[];
  /** R82: who may read this node's figures at /metrics; null: nobody. */
  metricsToken: string | null;
  /** M7: encrypts and opens backups; null: they are written as they are. */
  backupPassphrase: string | null;
  /** R83: how people sign in. */
  signIn: SignInConfig;
}

/** What is wrong with the environment, one sentence a problem. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** H11: a full hall behind one address doesn't notice it. */
const JOIN_LIMIT: CrowdLimit = { burst: 1000, perMinute: 300 };

/** @throws ConfigError that names every problem at once */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const read = <T>(name: string, standard: T, parse: (text: string) => T | undefined, wanted: string): T => {
    const text = environment[name]?.trim();
    if (text === undefined || text === '') return standard;
    const value = parse(text);
    if (value === undefined) problems.push(`${name} ${wanted}, but it is "${shown(name, text)}".`);
    return value ?? standard;
  };
  const port = read('PORT', 3000, parsePort, 'must be a port number from 0 to 65535');
  const publicUrl = read(
    'PUBLIC_URL',
    '',
    parseOrigin,
    'must be an address like https://raffles.example.org, without a path',
  );
  const smtpUrl = read(
    'SMTP_URL',
    '',
    parseSmtpUrl,
    'must be a mail server like smtp://user:password@mail.example.org:587 or smtps://…',
  );
  const from = read(
    'MAIL_FROM',
    '',
    parseSender,
    'must be an address like raffles@example.org or Glassdrum <raffles@example.org>',
  );
  if (isSet(environment['SMTP_URL']) !== isSet(environment['MAIL_FROM'])) {
    problems.push('SMTP_URL and MAIL_FROM belong together: set both to send mail, or none.');
  }
  if (isSet(environment['SMTP_URL']) && publicUrl === '') {
    problems.push('SMTP_URL needs PUBLIC_URL: mails hold links, which must lead here.');
  }
  const config: Config = {
    port,
    host: read('HOST', '0.0.0.0', (text) => text, ''),
    publicUrl: publicUrl === '' ? `http://localhost:${port}` : publicUrl,
    publicUrlIsSet: publicUrl !== '',
    dataDir: resolve(read('DATA_DIR', './data', (text) => text, '')),
    databaseUrl: read<string | undefined>(
      'DATABASE_URL',
      undefined,
      parsePostgresUrl,
      'must be a PostgreSQL address like postgres://user:password@host/name',
    ),
    trustProxy: read(
      'TRUST_PROXY',
      [],
      parseProxies,
      'must be a comma-separated list of addresses, networks, or loopback, linklocal, uniquelocal',
    ),
    joinLimit: read<CrowdLimit | 'off'>(
      'JOIN_LIMIT',
      JOIN_LIMIT,
      parseJoinLimit,
      'must be "off", or two whole numbers from 1 to 60000: joins at once, and then joins a minute, such as 1000,300',
    ),
    signUp: read<SignUpRules>(
      'SIGN_UP',
      { policy: 'open', domains: [] },
      parseSignUp,
      'must be open, invite, closed, or domains such as domain:example.org,example.com',
    ),
    beaconUrls: read(
      'BEACON_URLS',
      [],
      parseUrls,
      'must be a comma-separated list of http or https addresses',
    ),
    logLevel: read('LOG_LEVEL', 'info', parseLogLevel, `must be one of ${LOG_LEVELS.join(', ')}`),
    mail: smtpUrl === '' || from === '' ? null : { smtpUrl, from, requireTls: needsTls(smtpUrl) },
    legalFile: read<string | undefined>('LEGAL_FILE', undefined, (text) => resolve(text), ''),
    s3: readS3(problems, read),
    witnesses: readWitnesses(
      problems,
      read('WITNESSES', '', (text) => text, ''),
    ),
    witnessName: read(
      'WITNESS_NAME',
      new URL(publicUrl === '' ? `http://localhost:${port}` : publicUrl).host,
      parseWitnessName,
      'must be 1 to 255 printable characters without spaces and plus signs, such as raffles.example.org',
    ),
    securityContacts: read(
      'SECURITY_CONTACT',
      [],
      parseContacts,
      'must be a comma-separated list of email addresses or https addresses',
    ),
    webhookNetworks: read(
      'WEBHOOK_PRIVATE',
      [],
      parseNetworks,
      'must be a comma-separated list of private networks or addresses, such as 10.0.0.0/8,192.168.1.20',
    ),
    metricsToken: read<string | null>(
      'METRICS_TOKEN',
      null,
      (text) => (text.length >= MIN_TOKEN_LENGTH && /^[\x21-\x7e]+$/.test(text) ? text : undefined),
      `must have at least ${MIN_TOKEN_LENGTH} printable characters without spaces, such as those that "openssl rand -hex 32" prints`,
    ),
    backupPassphrase: read<string | null>(
      'BACKUP_PASSPHRASE',
      null,
      (text) => (text.length >= MIN_PASSPHRASE_LENGTH ? text : undefined),
      `must have at least ${MIN_PASSPHRASE_LENGTH} characters`,
    ),
    signIn: readSignIn(problems, read, { isLocal: isThisMachine, hasPublicUrl: publicUrl !== '' }),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

type Read = <T>(name: string, standard: T, parse: (text: string) => T | undefined, wanted: string) => T;

function readS3(problems: string[], read: Read): S3Config | null {
  const endpoint = read<string | undefined>(
    'S3_ENDPOINT',
    undefined,
    parseOrigin,
    'must be an address like https://storage.example.org, without a path',
  );
  const region = read('S3_REGION', 'us-east-1', (text) => text, '');
  const bucket = read('S3_BUCKET', '', parseBucket, 'must be the name of a bucket');
  const accessKeyId = read('S3_ACCESS_KEY_ID', '', (text) => text, '');
  const secretAccessKey = read('S3_SECRET_ACCESS_KEY', '', (text) => text, '');
  const needed = { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  const missing = Object.entries(needed).filter(([, text]) => text === '');
  if (missing.length === Object.keys(needed).length && endpoint === undefined) return null;
  if (missing.length > 0) {
    const names = missing.map(([name]) => name).join(', ');
    problems.push(`To keep images in a bucket, ${names} must be set too.`);
  }
  return { endpoint, region, bucket, accessKeyId, secretAccessKey };
}

/** Each entry on a line of its own, or after a comma: the witness's verifier key, `=`, and its address. */
function readWitnesses(problems: string[], text: string): Witness[] {
  const witnesses: Witness[] = [];
  for (const entry of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const [, verifierKey = '', address = ''] = /^(.+?)=(https?:\/\/.*)$/.exec(entry) ?? [];
    const key = parseWitnessKey(verifierKey);
    const url = parseUrl(address);
    if (key === null || url === undefined || url.search !== '' || url.hash !== '' || url.username !== '') {
      problems.push(
        `WITNESSES must be a list of verifier keys with addresses, name+hash+key=https://host/witness, but "${entry}" is not of this form.`,
      );
    } else if (witnesses.some((one) => one.key.name === key.name || one.key.publicKey === key.publicKey)) {
      problems.push(`WITNESSES names the witness ${key.name}, or its key, twice.`);
    } else {
      witnesses.push({ key, verifierKey, url: address.replace(/\/+$/, '') });
    }
  }
  if (witnesses.length > LIMITS.witnessQuorum.max) {
    problems.push(`WITNESSES may name at most ${LIMITS.witnessQuorum.max} witnesses.`);
  }
  return witnesses;
}

/** What may stand in a signed note. */
function parseWitnessName(text: string): string | undefined {
  try {
    formatWitnessKey(text, '0'.repeat(64));
    return text;
  } catch {
    return undefined;
  }
}

function parseBucket(text: string): string | undefined {
  return /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) ? text : undefined;
}

const HIDDEN = /^(?:BACKUP_PASSPHRASE|DATABASE_URL|METRICS_TOKEN|SMTP_URL)$/;

/** Addresses of databases and mail servers hold passwords: they are not repeated on a screen or in a log. */
function shown(name: string, text: string): string {
  return HIDDEN.test(name) ? '(hidden)' : text;
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}

function parseSmtpUrl(text: string): string | undefined {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).hostname === '' ? undefined : text;
}

/** One plain address, or a name and the address in angle brackets. */
function parseSender(text: string): string | undefined {
  return /^(?:[^<>"\p{Cc}]*<[^\s<>@,;"]+@[^\s<>@,;"]+>|[^\s<>@,;"]+@[^\s<>@,;"]+)$/u.test(text)
    ? text
    : undefined;
}

function parsePort(text: string): number | undefined {
  const port = Number(text);
  return /^\d+$/.test(text) && port <= 65_535 ? port : undefined;
}

function parseUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

function parseOrigin(text: string): string | undefined {
  const url = parseUrl(text);
  const plain = url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return plain ? url.origin : undefined;
}

/** M12: a database elsewhere is asked for a certificate that fits its name, unless its address says otherwise. */
function parsePostgresUrl(text: string): string | undefined {
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const host = decodeURIComponent(url.searchParams.get('host') ?? url.hostname);
  const mode = url.searchParams.get('sslmode');
  // A path is a socket of this machine; without a name it is this machine too.
  if (host === '' || host.startsWith('/') || isThisMachine(host)) return text;
  if (mode === 'disable' || mode === 'no-verify') return text;
  url.searchParams.set('sslmode', 'verify-full');
  return url.href;
}

/** M12: mail leaves this machine encrypted, unless the server's address says otherwise. */
function needsTls(smtpUrl: string): boolean {
  const url = new URL(smtpUrl);
  const told = ['ignoreTLS', 'opportunisticTLS'].some((name) => url.searchParams.get(name) === 'true');
  return !told && !isThisMachine(url.hostname);
}

function isThisMachine(host: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i.test(host);
}

function parseList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function parseProxies(text: string): string[] | undefined {
  const list = parseList(text);
  const known = /^(?:loopback|linklocal|uniquelocal|[0-9.]+(?:\/\d+)?|[0-9a-f:.]*:[0-9a-f:.]*(?:\/\d+)?)$/i;
  return list.every((part) => known.test(part)) ? list : undefined;
}

function parseJoinLimit(text: string): CrowdLimit | 'off' | undefined {
  if (text.toLowerCase() === 'off') return 'off';
  const [burst, perMinute, ...more] = parseList(text).map((part) =>
    /^\d+$/.test(part) ? Number(part) : NaN,
  );
  const isCount = (count: number | undefined): count is number =>
    count !== undefined && count >= 1 && count <= 60_000;
  return isCount(burst) && isCount(perMinute) && more.length === 0 ? { burst, perMinute } : undefined;
}

function parseSignUp(text: string): SignUpRules | undefined {
  const [policy = '', list = ''] = text.toLowerCase().split(/:(.*)/s, 2);
  const rules = signUpBody.safeParse({ policy: policy.trim(), domains: parseList(list) });
  if (!rules.success) return undefined;
  const { domains } = rules.data;
  return rules.data.policy === 'domain' || domains.length === 0 ? rules.data : undefined;
}

function parseUrls(text: string): string[] | undefined {
  const urls = parseList(text);
  return urls.every((part) => parseUrl(part) !== undefined)
    ? urls.map((part) => part.replace(/\/+$/, ''))
    : undefined;
}

function parseContacts(text: string): string[] | undefined {
  const contacts = parseList(text).map((part) =>
    /^[^\s<>@,;:]+@[^\s<>@,;:]+$/.test(part) ? `mailto:${part}` : part,
  );
  return contacts.every((part) => part.startsWith('mailto:') || parseUrl(part)?.protocol === 'https:')
    ? contacts
    : undefined;
}

function parseNetworks(text: string): Network[] | undefined {
  const networks = parseList(text).map(parsePrivateNetwork);
  const known = networks.filter((network) => network !== undefined);
  return known.length === networks.length ? known : undefined;
}

function parseLogLevel(text: string): LogLevel | undefined {
  return LOG_LEVELS.find((level) => level === text.toLowerCase());
}
