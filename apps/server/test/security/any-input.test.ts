/**
 * H15: whatever is sent, no call answers 500. Every route gets random values for every field of its contract, valid and
 * nearly valid: the wrong type, NUL, very long, beyond every range. The seed is fixed, so a failure comes again.
 */
import type { FastifySchema } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { forEachDatabase, type TestApp } from '../support/make-app.ts';
import { join, makeOperator, openRaffle, type Person, person, signUp } from '../support/people.ts';
import { connect } from '../support/watch.ts';

const CALLS_PER_ROUTE = 16;

/** mulberry32 */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

/** What no field means. */
const NEARLY: readonly unknown[] = [
  '\0',
  'a\0b',
  '',
  ' ',
  '\ud800',
  '\u202e\u200b',
  'x'.repeat(5000),
  '99999999999',
  '-1',
  '1e400',
  'NaN',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  253_402_300_800_000,
  1e308,
  true,
  null,
  [],
  {},
  ['\0'],
  { '\0': 1 },
];

forEachDatabase((makeApp) => {
  let app: TestApp;
  let address: string;
  beforeAll(async () => {
    app = await makeApp();
    address = await app.listen();
  });

  let known: Person | null = null;
  /** An operator: signed up once, and again when a call ended the account or the session. */
  async function signedIn(): Promise<Person> {
    if (known === null || (await known.get('/api/auth/me')).status !== 200) {
      // A call may have closed the sign-up.
      await app.parts.database.query.deleteFrom('sign_up_policy').execute();
      known = await makeOperator(app, await signUp(app));
    }
    return known;
  }

  async function scene() {
    const host = await signedIn();
    const { id, public_link: link } = await openRaffle(host, {
      deadline_at: app.clock.now() + 86_400_000,
      voting_enabled: true,
    });
    const entrant = await join(app, link, 'Ada Lovelace');
    const ids = [id, link, entrant.joined.invitee_id];
    const people: Person[] = [
      host,
      entrant,
      person(app),
      person(app, { host: 'not a host:::' }),
      { ...host, headers: host.headers },
    ];
    return { host, id, ids, people };
  }

  function valuesFor(random: () => number, ids: readonly string[]) {
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const valid = (schema: JsonSchema): unknown => {
      const options = schema.anyOf ?? schema.oneOf;
      if (options !== undefined) return valid(pick(options));
      if (schema.const !== undefined) return schema.const;
      if (schema.enum !== undefined) return pick(schema.enum);
      switch (schema.type) {
        case 'object':
          return Object.fromEntries(
            Object.entries(schema.properties ?? {})
              .filter(([name]) => schema.required?.includes(name) === true || random() < 0.3)
              .map(([name, inner]) => [name, valid(inner)]),
          );
        case 'array':
          return Array.from({ length: Math.floor(random() * 3) }, () => valid(schema.items ?? {}));
        case 'integer':
        case 'number':
          return pick([schema.minimum ?? 0, schema.maximum ?? 7, 1, 12, app.clock.now() + 1000]);
        case 'boolean':
          return random() < 0.5;
        case 'null':
          return null;
        default:
          if (schema.format === 'email') return `${Math.floor(random() * 1e6)}@example.org`;
          if (schema.format === 'uri') return 'https://push.example.org/x';
          return pick([...ids, 'ab'.repeat(32), 'Plain words', 'Zoe,zoe@example.org', '12']);
      }
    };
    /** A valid value in which mostly one field is not. */
    function valueOf(schema: JsonSchema): unknown {
      const value = valid(schema);
      if (random() < 0.1) return pick(NEARLY);
      if (random() < 0.2 || typeof value !== 'object' || value === null) return value;
      const name = pick(Object.keys(schema.properties ?? value));
      const inner = (value as Record<string, unknown>)[name];
      const wrong = typeof inner === 'string' && random() < 0.4 ? `${inner}\0` : pick(NEARLY);
      return name === undefined ? value : { ...value, [name]: wrong };
    }
    return { pick, valueOf };
  }

  const jsonSchema = (schema: unknown): JsonSchema | null =>
    schema instanceof z.ZodType
      ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
      : null;

  /** An address with values for its parameters and query. */
  function addressFor(
    url: string,
    schema: FastifySchema | undefined,
    { pick, valueOf }: ReturnType<typeof valuesFor>,
    ids: readonly string[],
  ): string {
    const path = url.replaceAll(/:(\w+)|\*/g, (_all, name: string) => {
      const value =
        name === 'id' ? ids[0] : pick([...ids, '1', '99999999999', '\0', '%', 'x'.repeat(80), '-1']);
      return encodeURIComponent(String(value));
    });
    const query = jsonSchema(schema?.querystring);
    const given = query === null ? {} : valueOf(query);
    const fields = typeof given === 'object' && given !== null ? given : {};
    const texts = Object.entries(fields).map(([name, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return `${name}=${encodeURIComponent(text.replaceAll('\ud800', ''))}`;
    });
    return texts.length === 0 ? path : `${path}?${texts.join('&')}`;
  }

  it('H15 no call answers 500, whatever its fields hold', async () => {
    const random = seeded(20_261_122);
    const broken: string[] = [];
    for (const { method, url, schema } of app.routes) {
      if (method === 'HEAD' || method === 'OPTIONS') continue;
      const at = await scene();
      const values = valuesFor(random, at.ids);
      const body = jsonSchema(schema?.body);
      for (let call = 0; call < CALLS_PER_ROUTE; call += 1) {
        const target = addressFor(url, schema, values, at.ids);
        const payload = body === null || method === 'GET' ? undefined : JSON.stringify(values.valueOf(body));
        const who = values.pick(at.people);
        const answer = await app.http.inject({
          method: method as 'GET',
          url: target,
          // From everywhere, so that limits of one network hide nothing.
          remoteAddress: `10.0.${Math.floor(random() * 250)}.${Math.floor(random() * 250)}`,
          headers: { ...who.headers, ...(payload !== undefined && { 'content-type': 'application/json' }) },
          ...(payload !== undefined && { payload }),
        });
        if (answer.statusCode === 500) broken.push(`${method} ${target} ${payload ?? ''}`.slice(0, 400));
      }
    }
    const problems = app.logLines.filter((line) => line.includes('"stack"')).slice(0, 5);
    expect({ broken, problems: broken.length === 0 ? [] : problems }).toEqual({ broken: [], problems: [] });
  }, 300_000);

  it('H15 NUL in a text is refused in words, and a line id beyond 32 bits is just an old page', async () => {
    const { host, id, people } = await scene();
    const [, entrant = host] = people;
    const answers = [
      await host.post('/api/raffles', { title: 'Summer\0 raffle' }),
      await entrant.post(`/api/raffles/${id}/chat`, { raffle_id: id, message: 'a\0b' }),
      await person(app).get(`/api/raffles/${id}/chat?before=%00`),
    ];
    for (const { status, text } of answers) {
      expect([status, text]).toEqual([400, expect.stringContaining('Please check what you entered.')]);
    }
    expect((await person(app).get(`/api/raffles/${id}/chat?before=99999999999`)).status).toBe(200);
    const badHost = await person(app, { host: 'no host:::' }).post('/api/auth/login/passkey/options');
    expect(badHost.status).toBe(400);
  });

  it('H15 a message with NUL is not understood, and the connection goes on', async () => {
    const at = await scene();
    const socket = await connect(app, address, at.people[1]?.headers);
    socket.send({ type: 'join-room', data: { raffleId: at.id } });
    await socket.next('chat-you');
    socket.send({ type: 'chat-message', data: { text: 'a\0b' } });
    expect((await socket.next('error')).data.code).toBe('bad_message');
    socket.send({ type: 'time', data: { sent: 1 } });
    await socket.next('time');
    socket.close();
  });

  it('H15 a deadline after the year 9999 is refused in words, the last one has a calendar file', async () => {
    const { host } = await scene();
    const ask = (deadline: number) =>
      host.post<{ id: string }>('/api/raffles', { title: 'Far', deadline_at: deadline });
    const refused = await ask(Date.UTC(10_000, 0, 1));
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('9999');
    const { body } = await ask(Date.UTC(9999, 11, 31));
    expect((await host.post(`/api/raffles/${body.id}/open`)).status).toBe(200);
    expect((await person(app).get(`/api/raffles/${body.id}/calendar.ics`)).status).toBe(200);
  });
});
