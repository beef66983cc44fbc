import { fork } from 'node:child_process';
const kind = process.argv[2];
const child = fork('/work/w15/bench/.w15-measure.ts', [kind], { execArgv: ['--import', 'tsx'], cwd: '/work/w15' });
const next = () => new Promise<any>((r) => child.once('message', r));
const { url } = await next();
let cookie = '';
const post = async (p: string, b: object) => { const a = await fetch(url + p, { method: 'POST', headers: { 'content-type': 'application/json', cookie }, body: JSON.stringify(b) }); const t = await a.text(); if (!a.ok) throw new Error(p + ' ' + a.status + t.slice(0, 300)); const c = a.headers.getSetCookie().map((l) => l.split(';')[0]); if (c.length) cookie = c.join('; '); return JSON.parse(t); };
await post('/api/auth/register', { name: 'Hanna', email: 'h@example.org', password: 'a long enough passphrase' });
const people = Array.from({ length: 10000 }, (_, n) => JSON.stringify({ line: n + 2, name: `Person Number ${n}`, email: `person${n}@example.org`, groups: n % 10 ? [] : ['VIP'], notes: 'table 4' })).join('\n');
const lines = Array.from({ length: 10000 }, (_, n) => `Person Number ${n},person${n}@example.org,table 4`).join('\n');
for (const what of ['invites', 'people', 'invites', 'people', 'people']) {
  const r = await post('/api/raffles', { title: 'x', allow_public_join: true, max_tickets: 5 });
  await post(`/api/raffles/${r.id}/open`, {});
  let joining = true; const times: number[] = []; const bad: string[] = [];
  const joins = (async () => { while (joining) { const s = performance.now(); const a = await fetch(url + '/api/join/public', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ public_link: r.public_link, display_name: 'Guest ' + times.length }) }); await a.text(); if (a.status !== 201) bad.push(String(a.status)); times.push(performance.now() - s); await new Promise((q) => setTimeout(q, 20)); } })();
  await new Promise((q) => setTimeout(q, 300)); child.send('facts'); await next();
  const s = performance.now();
  const a = await post(`/api/raffles/${r.id}/${what}`, what === 'people' ? { mode: 'enter', people } : { invitees: lines });
  const ms = performance.now() - s; child.send('facts'); const f = await next(); joining = false; await joins;
  console.log(kind, what, a.added, Math.round(ms), 'ms; pause max', f.max.toFixed(0), 'slowest join', Math.max(...times).toFixed(0), 'joins', times.length, 'refused', bad.length);
}
child.send('stop');
