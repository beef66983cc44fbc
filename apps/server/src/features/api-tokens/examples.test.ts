/** R85: the examples of the documentation run as they stand, against a server, and the documentation shows them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ApiTokenMade,
  HostRaffle,
  PaperAnswer,
  ParticipantsAnswer,
  WebhookCreated,
  WebhookLog,
  Workspace,
} from '@glassdrum/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newHost, type TestHost } from '../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';
import { eventually } from '../../../test/support/people.ts';
import { RECEIVERS_ALLOWED } from '../../../test/support/webhook-receiver.ts';
import { settled } from '../../../test/support/webhooks.ts';
import { signatureHeaders } from '../webhooks/payloads/signature.ts';

const FOLDER = join(import.meta.dirname, '../../../../../docs/api/examples');

forEachDatabase((makeApp, kind) => {
  // They make calls; which database answers is none of their business.
  describe.runIf(kind === 'sqlite')('R85 the examples', () => {
    let app: TestApp;
    let host: TestHost;
    let url: string;
    let secret: string;
    const running: ChildProcess[] = [];
    beforeAll(async () => {
      app = await makeApp({ examplesFolder: FOLDER });
      url = await app.listen();
      host = await newHost(app);
      const workspaces = (await host.get<Workspace[]>('/api/workspaces')).body;
      const made = await host.post<ApiTokenMade>(`/api/workspaces/${workspaces[0]?.id}/tokens`, {
        name: 'Examples',
        scopes: ['read', 'entries', 'draw'],
      });
      ({ secret } = made.body);
    });
    afterAll(() => {
      for (const child of running) child.kill();
    });

    /** What the example prints. The clock goes on meanwhile, for those that wait. */
    async function run(file: string, raffle = ''): Promise<string> {
      const program = file.endsWith('.sh') ? 'sh' : process.execPath;
      const env = { ...process.env, GLASSDRUM_URL: url, GLASSDRUM_TOKEN: secret, RAFFLE: raffle };
      const child = spawn(program, [join(FOLDER, file)], { env });
      let printed = '';
      child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
      child.stderr.on('data', (text: Buffer) => (printed += text.toString()));
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      while (child.exitCode === null) {
        if (file.startsWith('draw')) await app.clock.advance(500);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect([file, await ended, printed.slice(-400)]).toEqual([file, 0, printed.slice(-400)]);
      return printed.trim();
    }

    test.each(['sh', 'mjs'])(
      'R85 a raffle from its creation to its proof, by the examples in %s',
      async (kinds) => {
        const id = await run(`create-and-open.${kinds}`);
        const raffle = (await host.get<HostRaffle>(`/api/raffles/${id}`)).body;
        expect(raffle).toMatchObject({ title: 'Summer fair', status: 'open', max_winners: 4 });
        expect(await run(`list-raffles.${kinds}`)).toContain(id);
        await run(`add-people.${kinds}`, id);
        const people = (await host.get<ParticipantsAnswer>(`/api/raffles/${id}/participants`)).body;
        expect(people.participants.map(({ display_name: name }) => name).toSorted()).toEqual([
          'Ada Lovelace',
          'Alan Turing',
        ]);
        await run(`sell-paper.${kinds}`, id);
        expect((await host.get<PaperAnswer>(`/api/raffles/${id}/paper`)).body).toMatchObject({
          printed: 50,
          sold: 10,
        });
        const proof = JSON.parse(await run(`draw-and-proof.${kinds}`, id)) as { format?: string };
        expect(JSON.stringify(proof)).toContain('draw-proof/2');
      },
      180_000,
    );

    test('R85 receive-webhook.mjs takes a real delivery, once, and nothing that is forged, changed or old', async () => {
      // Of its own, because the clock of the other one has gone on, and the example has the machine's.
      const other = await makeApp({ env: RECEIVERS_ALLOWED });
      const owner = await newHost(other);
      const [workspace] = (await owner.get<Workspace[]>('/api/workspaces')).body;
      const list = `/api/workspaces/${workspace?.id}/webhooks`;
      const added = await owner.post<WebhookCreated>(list, {
        name: 'Example',
        url: 'http://127.0.0.1:8090/',
        events: ['raffle.opened'],
      });
      const webhookSecret = added.body.secret ?? '';
      const env = { ...process.env, WEBHOOK_SECRET: webhookSecret, PORT: '0' };
      const child = spawn(process.execPath, [join(FOLDER, 'receive-webhook.mjs')], { env });
      running.push(child);
      let printed = '';
      child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
      child.stderr.on('data', (text: Buffer) => (printed += text.toString()));
      const port = await eventually(other, 'the receiver', async () => /on port (\d+)\./.exec(printed)?.[1]);
      const at = `http://127.0.0.1:${port}/hook`;
      expect((await owner.patch(`${list}/${added.body.id}`, { url: at })).status).toBe(200);

      const { id } = await owner.openRaffle({ title: 'Told to the example' });
      await settled(other);
      const log = (await owner.get<WebhookLog>(`${list}/${added.body.id}/deliveries`)).body;
      expect(log.deliveries).toMatchObject([{ state: 'delivered', tries: [{ status: 204 }] }]);
      await eventually(other, 'its line', async () => printed.includes(id));
      expect(printed).toContain('raffle.opened {"raffle":{');

      const body = '{"type":"webhook.test","data":{"message":"Grüße"}}';
      const send = async (headers: Record<string, string>, sent = body): Promise<number> =>
        (await fetch(at, { method: 'POST', headers, body: sent })).status;
      const signed = (messageId: string, aheadMs = 0, key = webhookSecret): Record<string, string> =>
        signatureHeaders({ id: messageId, body }, [key], Date.now() + aheadMs);
      const { 'webhook-signature': signature = '', ...unsigned } = signed('msg_one');
      const answers = {
        unsigned: await send(unsigned),
        'signed with another secret': await send(signed('msg_one', 0, `whsec_${'A'.repeat(44)}`)),
        'of another id': await send({ ...signed('msg_one'), 'webhook-id': 'msg_two' }),
        changed: await send(signed('msg_one'), body.replace('ü', 'u')),
        'of another version': await send({ ...unsigned, 'webhook-signature': signature.replace('v1', 'v2') }),
        old: await send(signed('msg_one', -301_000)),
        'of the future': await send(signed('msg_one', 330_000)),
        'without a time': await send({ ...signed('msg_one'), 'webhook-timestamp': 'now' }),
        empty: await send({}, ''),
      };
      expect(Object.entries(answers).filter(([, status]) => status !== 401)).toEqual([]);
      const both = { ...unsigned, 'webhook-signature': `v1,${'A'.repeat(43)}= ${signature}` };
      expect([await send(both), await send(signed('msg_one', -200_000))]).toEqual([204, 204]);
      await eventually(other, 'the line of both', async () => printed.includes('Grüße'));
      expect(printed.match(/webhook\.test/g)).toHaveLength(1);
    });

    test('R85 all files are run here, and the documentation shows each with its scope', async () => {
      const names = ['add-people', 'create-and-open', 'draw-and-proof', 'list-raffles', 'sell-paper'];
      const files = readdirSync(FOLDER);
      // HMAC of a shell shows the secret to everybody who lists processes.
      const receiver = 'receive-webhook.mjs';
      const expected = [...names.flatMap((name) => [`${name}.mjs`, `${name}.sh`]), receiver];
      expect(files.toSorted()).toEqual(expected.toSorted());
      const { body } = await host.get<{
        info: { description: string };
        components: { securitySchemes: Record<string, unknown> };
        paths: Record<string, Record<string, { security?: unknown; description?: string }>>;
      }>('/api/docs/json');
      for (const file of files) expect(body.info.description).toContain(`### ${file}`);
      for (const words of ['token_invalid', 'token_scope_missing', '600 calls a minute', '`entries`'])
        expect(body.info.description).toContain(words);
      expect(body.components.securitySchemes).toHaveProperty('apiToken');
      const draw = body.paths['/api/raffles/{id}/draw'];
      expect(draw?.['post']).toMatchObject({ security: [{ apiToken: ['draw'] }, {}] });
      expect(draw?.['get']?.security).toBeUndefined();
      expect(body.paths['/api/workspaces/{workspaceId}/tokens']?.['post']?.security).toBeUndefined();
    });
  });
});
