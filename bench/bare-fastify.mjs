/** A bare server of the same framework: no database, no screens, and answers that are empty or ready. */
import fastify from 'fastify';

const app = fastify();
app.get('/api/health', async () => ({ status: 'ok' }));
app.post('/api/join/public', async () => ({}));
/** Ready bytes, as many as the address says. */
const made = new Map();
app.get('/bytes/:count', async (request, reply) => {
  const { count } = request.params;
  if (!made.has(count)) made.set(count, Buffer.alloc(Number(count), 'x'));
  reply.type('application/json; charset=utf-8');
  return made.get(count);
});
app.get('/unchanged', async (_request, reply) => reply.code(304).send());
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`ready at http://localhost:${app.server.address().port}`);
