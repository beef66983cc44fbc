// Receives webhooks: answers, checks that each message comes from your workspace, and prints it. It needs no API token, but in
// WEBHOOK_SECRET the receiver's secret. Listens on PORT, behind a proxy that speaks HTTPS.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET = '', PORT = '8090' } = process.env;
const key = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ''), 'base64');
if (key.length === 0) throw new Error('Set WEBHOOK_SECRET to what was shown when the receiver was added.');

const SECONDS_APART = 300;
const LARGEST_BODY = 10_000_000;
// A message may arrive twice. A program that is restarted keeps these in its database, for 30 days.
const known = new Set();

/** Standard Webhooks: HMAC-SHA256 over id, time and body as they came; several signatures while the secret changes. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= SECONDS_APART)) return false;
  const wanted = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest();
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',');
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

async function receive(request, response) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST_BODY) return response.writeHead(413, { connection: 'close' }).end();
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  // Within 10 seconds; what takes longer is done afterwards.
  response.writeHead(204).end();
  const id = request.headers['webhook-id'];
  if (known.has(id)) return;
  known.add(id);
  const { type, data } = JSON.parse(body.toString('utf8'));
  console.log(type, JSON.stringify(data));
}

const server = createServer((request, response) => {
  receive(request, response).catch((error) => {
    console.error(error);
    response.destroy();
  });
});
server.listen(Number(PORT), () => console.log(`Waiting for webhooks on port ${server.address().port}.`));
