/** R85: the examples of the documentation run as they stand, against a server, and the documentation shows them. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ApiTokenMade,
  HostRaffle,
  PaperAnswer,
  ParticipantsAnswer,
  Workspace,
} from '@glassdrum/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { newHost, type TestHost } from '../../../test/support/browser.ts';
import { forEachDatabase, type TestApp } from '../../../test/support/make-app.ts';

const FOLDER = join(import.meta.dirname, '../../../../../docs/api/examples');

forEachDatabase((makeApp, kind) => {
  // They make calls; which database answers is none of their business.
  describe.runIf(kind === 'sqlite')('R85 the examples', () => {
    let app: TestApp;
    let host: TestHost;
    let url: string;
    let secret: string;
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

    test('R85 all files are run here, and the documentation shows each with its scope', async () => {
      const names = ['add-people', 'create-and-open', 'draw-and-proof', 'list-raffles', 'sell-paper'];
      const files = readdirSync(FOLDER).filter((file) => !file.startsWith('receive-webhook'));
      expect(files.toSorted()).toEqual(names.flatMap((name) => [`${name}.mjs`, `${name}.sh`]));
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
