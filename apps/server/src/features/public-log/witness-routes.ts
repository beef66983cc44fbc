/** This installation as a witness for other logs (R86): the call of C2SP tlog-witness. */
import type { FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { RateLimits } from '../../platform/http/rate-limit.ts';
import { anyone, declareRoute } from '../../platform/http/route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { ADD_CHECKPOINT, SIZE_TYPE } from '../../platform/public-log/witnesses/add-checkpoint.ts';
import {
  cosign,
  type Cosigning,
  type CosigningParts,
} from '../../platform/public-log/witnesses/witnessed-logs.ts';

/** Where `ADD_CHECKPOINT` is appended: the address that operators give to others, after PUBLIC_URL. */
const WITNESS_PATH = '/witness';

export interface WitnessRouteParts extends CosigningParts {
  limits: RateLimits;
  report: (error: unknown) => void;
}

/** H6: a log calls once for each of its checkpoints, and twice where the witness knows another size. */
const CALLS = { points: 120, windowSeconds: 60 };

/** A witnessed log produced evidence against itself. The message contains the complete request. */
class LogMisbehaved extends Error {
  override name = 'LogMisbehaved';
}

export function witnessRoutes(app: HttpServer, parts: WitnessRouteParts): void {
  const calls = parts.limits.attempts('witness', CALLS);
  void app.register(async (scope) => {
    // The specification names no content type for the body, which is text.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    declareRoute(scope.withTypeProvider<ZodTypeProvider>(), {
      method: 'POST',
      url: WITNESS_PATH + ADD_CHECKPOINT,
      limit: (request) => calls.consume(request.ip, 'witness'),
      authenticate: anyone,
      schema: {
        summary:
          "Cosigns the checkpoint of another installation's log, if it is witnessed here (C2SP tlog-witness)",
        tags: ['log'],
      },
      handler: async (request, reply) => {
        const body = typeof request.body === 'string' ? request.body : '';
        const cosigning = await cosign(parts, body);
        if (cosigning.kind === 'inconsistent') {
          parts.report(new LogMisbehaved(`A witnessed log does not continue itself:\n${body}`));
        }
        return answer(reply, cosigning);
      },
    });
  });
}

function answer(reply: FastifyReply, cosigning: Cosigning): FastifyReply {
  void reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
  switch (cosigning.kind) {
    case 'cosigned':
      return reply.send(`${cosigning.line}\n`);
    case 'conflict':
      return reply.code(409).type(SIZE_TYPE).send(`${cosigning.size}\n`);
    case 'not_a_request':
      return reply.code(400).send('This is not an old size, a proof and a checkpoint.\n');
    case 'smaller':
      return reply.code(400).send('The old size is larger than the checkpoint.\n');
    case 'not_signed':
      return reply.code(403).send('The checkpoint is not signed with the key of this log.\n');
    case 'unknown_log':
      return reply.code(404).send('This log is not witnessed here.\n');
    case 'inconsistent':
      return reply.code(422).send('The proof does not lead from the last cosigned checkpoint to this one.\n');
  }
}
