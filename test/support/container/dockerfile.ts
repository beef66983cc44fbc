/** A Dockerfile as a list of stages with what each instruction says, its variables filled in. */
import { DockerfileParser, type Instruction, ModifiableInstruction } from 'dockerfile-ast';

/** An instruction of a stage; `words` are its arguments without flags, or the members of its JSON form. */
export interface Step {
  keyword: string;
  /** With `--`, e.g. `--from=build`. */
  flags: readonly string[];
  words: readonly string[];
  /** The arguments as they stand there, with line breaks resolved: a shell's command. */
  text: string;
  isJson: boolean;
}

export interface Stage {
  name: string | null;
  image: string;
  steps: readonly Step[];
}

/** @throws when it has a stage whose image needs an argument without a default */
export function parseDockerfile(text: string): Stage[] {
  const file = DockerfileParser.parse(text);
  const globals = new Map(
    file.getInitialARGs().map((arg) => {
      const property = arg.getProperty();
      return [property?.getName() ?? '', property?.getValue() ?? ''] as const;
    }),
  );
  const stages: { name: string | null; image: string; steps: Step[] }[] = [];
  for (const instruction of file.getInstructions()) {
    const step = stepOf(instruction);
    if (step.keyword === 'FROM') {
      const [image = '', , name = null] = step.words;
      stages.push({ name, image: filled(image, globals), steps: [] });
    } else {
      stages.at(-1)?.steps.push(step);
    }
  }
  return stages;
}

function filled(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}|\$(\w+)/g, (_all, braced?: string, bare?: string) => {
    const value = values.get(braced ?? bare ?? '');
    if (value === undefined) throw new Error(`${text} has no default.`);
    return value;
  });
}

function stepOf(instruction: Instruction): Step {
  // Without flags, which the parser keeps apart.
  const text = (instruction.getArgumentsContent() ?? '').replaceAll(/\\\r?\n\s*/g, '').trim();
  const flags =
    instruction instanceof ModifiableInstruction
      ? instruction.getFlags().map((flag) => `--${flag.getName()}=${flag.getValue() ?? ''}`)
      : [];
  const keyword = instruction.getKeyword();
  // HEALTHCHECK has its command's form behind a word of its own.
  const command = keyword === 'HEALTHCHECK' ? text.replace(/^CMD\s+/, '') : text;
  const json = command.startsWith('[') ? (JSON.parse(command) as string[]) : null;
  return { keyword, flags, words: json ?? command.split(/\s+/), text: command, isJson: json !== null };
}
