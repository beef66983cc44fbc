/** Why a backup can't be made or restored. Its message is a plain sentence for the terminal. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
}
