/** The command line as a program; bundled it is the package's `fair-draw`. */
import { main } from './main.ts';

process.exitCode = await main(process.argv.slice(2));
