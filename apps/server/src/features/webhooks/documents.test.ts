/** docs/webhooks.md (R85): its examples are what is sent, its programs verify what is signed, its tables are the rules. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webhookPayload } from '@glassdrum/contract';
import { LIMITS, WEBHOOK_WAITS_MS, webhookEvents } from '@glassdrum/raffle-rules';
import { afterAll, describe, expect, test } from 'vitest';
import { newWebhookSecret, signatureHeaders } from './payloads/signature.ts';

const root = new URL('../../../../../', import.meta.url).pathname;
const document = readFileSync(join(root, 'docs/webhooks.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...document.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))].map(([, text]) => text ?? '');

const folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
afterAll(() => rmSync(folder, { recursive: true }));

const WAITS = /(\d+) (second|minute|hour)s?/g;
const UNITS_MS: Record<string, number> = { second: 1000, minute: 60_000, hour: 3_600_000 };

describe('R85 docs/webhooks.md', () => {
  test('R85 has an example of each type, under its own heading, exactly as it is sent', () => {
    const examples = blocks('json').map((text): unknown => JSON.parse(text));
    for (const example of examples) {
      const parsed = webhookPayload.parse(example);
      // Nothing in it is unknown.
      expect(parsed).toEqual(example);
      expect(document).toContain(`### \`${parsed.type}\``);
    }
    const types = examples.map((example) => webhookPayload.parse(example).type);
    expect(types).toEqual([...webhookEvents, 'webhook.test']);
  });

  test('R85 lists the tries', () => {
    const rows = [...document.matchAll(/^\| (\d+) +\| (.*?) +\|$/gm)].map(([, number, wait]) => [
      number,
      wait,
    ]);
    const waits = rows
      .slice(1)
      .map(([, text]) =>
        [...(text ?? '').matchAll(WAITS)].reduce(
          (sum, [, count, unit]) => sum + Number(count) * (UNITS_MS[unit ?? ''] ?? 0),
          0,
        ),
      );
    expect(waits).toEqual(WEBHOOK_WAITS_MS);
    expect(document).toContain(`at most ${LIMITS.webhooks.max} receivers`);
    expect(document).toContain(`last ${LIMITS.webhookLog.max} messages`);
  });

  const secret = newWebhookSecret();
  const body = '{"type":"webhook.test","data":{"message":"Grüße"}}';
  const headers = signatureHeaders({ id: 'msg_document', body }, [newWebhookSecret(), secret], Date.now());

  /** What a program of the document reads; null where it refuses. */
  function run(command: string, file: string, program: string, sent: string): unknown {
    writeFileSync(join(folder, file), program);
    const input = JSON.stringify({ secret, headers, body: sent });
    try {
      return JSON.parse(
        execFileSync(command, [file], { cwd: folder, input, stdio: ['pipe', 'pipe', 'ignore'] }).toString(),
      );
    } catch {
      return null;
    }
  }

  test('R85 its program for Node.js verifies', () => {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const [program = ''] = blocks('js');
    const whole = `${program}
import { readFileSync } from 'node:fs';
const { secret, headers, body } = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(readMessage(secret, headers, body)));\n`;
    expect(run('node', 'read.mjs', whole, body)).toEqual(JSON.parse(body));
    expect(run('node', 'read.mjs', whole, body.replace('ü', 'u'))).toBeNull();
  });

  test('R85 its program for Python verifies', () => {
    const [program = ''] = blocks('python');
    const whole = `${program}
import sys
sent = json.load(sys.stdin)
print(json.dumps(read_message(sent["secret"], sent["headers"], sent["body"].encode())))\n`;
    expect(run('python3', 'read.py', whole, body)).toEqual(JSON.parse(body));
    expect(run('python3', 'read.py', whole, body.replace('ü', 'u'))).toBeNull();
  });
});
