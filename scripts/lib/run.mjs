/** Child processes for the tools: nothing waits for input, nothing outlives its parent or its time limit. */
import { spawn } from 'node:child_process';
import { basename, join } from 'node:path';

export const root = join(import.meta.dirname, '..', '..');

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const GRACE_MS = 5_000;
const running = new Set();

/** Children lead their own process group, so that what they started ends with them. */
function signalTree(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // already gone
  }
}

let interrupted = false;
/** On the first signal every child is told; the tool itself then ends as its commands fail. */
function passSignal(signal) {
  interrupted = true;
  for (const child of running) {
    signalTree(child, signal);
    setTimeout(() => signalTree(child, 'SIGKILL'), GRACE_MS).unref();
  }
}
const endAll = () => {
  for (const child of running) signalTree(child, 'SIGKILL');
};

/** The tool listens for signals only while something runs; otherwise they end it as usual. */
function watch(child) {
  if (running.size === 0) {
    for (const signal of SIGNALS) process.on(signal, passSignal);
    process.on('exit', endAll);
  }
  running.add(child);
}

function unwatch(child) {
  running.delete(child);
  if (running.size > 0) return;
  for (const signal of SIGNALS) process.off(signal, passSignal);
  process.off('exit', endAll);
}

/** True once the user asked the tool to stop. */
export const wasInterrupted = () => interrupted;

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd] the repository's root unless given
 * @param {Record<string, string | undefined>} [options.env] added to the environment
 * @param {(line: string) => void} [options.onLine] each line as it comes
 * @param {number} [options.limitMs] the command is ended after this time; 10 minutes unless given
 * @param {number} [options.uid] user to run as
 * @param {number} [options.gid]
 * @returns {Promise<{code: number, output: string}>} code 127 when the command does not exist, 124 after the limit
 */
export function run(command, args, { cwd = root, env = {}, onLine, limitMs = 600_000, uid, gid } = {}) {
  if (interrupted) return Promise.resolve({ code: 130, output: 'stopped' });
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      ...(uid === undefined ? {} : { uid, gid }),
    });
    watch(child);
    let output = '';
    let rest = '';
    const take = (chunk) => {
      output += chunk;
      if (onLine === undefined) return;
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    let late = false;
    const limit = setTimeout(() => {
      late = true;
      output += `\nstopped after ${limitMs / 1000} s without an end\n`;
      signalTree(child, 'SIGTERM');
      setTimeout(() => signalTree(child, 'SIGKILL'), GRACE_MS).unref();
    }, limitMs);
    const end = (code) => {
      clearTimeout(limit);
      unwatch(child);
      if (rest !== '') onLine?.(rest);
      resolve({ code: late ? 124 : code, output });
    };
    child.on('error', (error) => {
      output += `${error.message}\n`;
      end(127);
    });
    child.on('close', (code, signal) => end(code ?? (signal === null ? 1 : 128)));
  });
}

/** npm as it was started, so that the same version runs; args for `run`. */
export function npm(...args) {
  const cli = process.env.npm_execpath;
  if (cli !== undefined && basename(cli).startsWith('npm')) return [process.execPath, [cli, ...args]];
  return process.platform === 'win32' ? ['cmd', ['/d', '/s', '/c', 'npm', ...args]] : ['npm', args];
}

/** A tool of node_modules, run by this Node: its package and the file that its `bin` names. */
export const tool = (file, ...args) => [process.execPath, [join(root, 'node_modules', file), ...args]];

/** Seconds since `start` (from performance.now()), for people. */
export const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
