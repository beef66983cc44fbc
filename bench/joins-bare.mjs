/** The least that could take a join: the same framework, the same body, an empty answer, nothing stored. For joins.ts. */
import fastify from 'fastify';

const app = fastify();
app.post('/api/join/public', async () => ({}));
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(`ready at http://localhost:${app.server.address().port}`);
