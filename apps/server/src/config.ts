/** Configuration: a pure, checked function of the environment, which is read once (README lists the variables). */
import { resolve } from 'node:path';
import type { S3Config } from './objects/s3-objects.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
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
  /** drand relays; empty: the built-in ones. */
  beaconUrls: string[];
  logLevel: LogLevel;
  /** Null: this installation sends no mail. */
  mail: { smtpUrl: string; from: string } | null;
  /** Absolute path of the operator's own legal texts; undefined: the product's. */
  legalFile: string | undefined;
  /** Null: pictures lie in the data folder. */
  s3: S3Config | null;
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
    beaconUrls: read(
      'BEACON_URLS',
      [],
      parseUrls,
      'must be a comma-separated list of http or https addresses',
    ),
    logLevel: read('LOG_LEVEL', 'info', parseLogLevel, `must be one of ${LOG_LEVELS.join(', ')}`),
    mail: smtpUrl === '' || from === '' ? null : { smtpUrl, from },
    legalFile: read<string | undefined>('LEGAL_FILE', undefined, (text) => resolve(text), ''),
    s3: readS3(problems, read),
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
    problems.push(`To keep pictures in a bucket, ${names} must be set too.`);
  }
  return { endpoint, region, bucket, accessKeyId, secretAccessKey };
}

function parseBucket(text: string): string | undefined {
  return /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) ? text : undefined;
}

/** Addresses of databases and mail servers hold passwords: they are not repeated on a screen or in a log. */
function shown(name: string, text: string): string {
  return name === 'DATABASE_URL' || name === 'SMTP_URL' ? '(hidden)' : text;
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

function parsePostgresUrl(text: string): string | undefined {
  return /^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined;
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

function parseUrls(text: string): string[] | undefined {
  const urls = parseList(text);
  return urls.every((part) => parseUrl(part) !== undefined)
    ? urls.map((part) => part.replace(/\/+$/, ''))
    : undefined;
}

function parseLogLevel(text: string): LogLevel | undefined {
  return LOG_LEVELS.find((level) => level === text.toLowerCase());
}
