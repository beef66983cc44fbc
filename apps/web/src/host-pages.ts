/**
 * The pages of signed-in hosts. They are named here and not in `app.tsx`, whose own file every visitor loads: the lists of files
 * that these pages need are long, and only hosts have a use for them.
 */
export const loadHostConsolePage = async () =>
  (await import('./features/host-console/host-console-page.tsx')).HostConsolePage;

export const loadRafflePage = async () =>
  (await import('./features/host-console/raffle-page/raffle-page.tsx')).RafflePage;

export const loadAccountPage = async () =>
  (await import('./features/accounts/account/account-page.tsx')).AccountPage;

export const loadAdminPage = async () => (await import('./features/admin/admin-page.tsx')).AdminPage;

export const loadWorkspacePage = async () =>
  (await import('./features/workspace/workspace-page.tsx')).WorkspacePage;

export const loadWorkspaceInvitationPage = async () =>
  (await import('./features/workspace/invitation/workspace-invitation-page.tsx')).WorkspaceInvitationPage;
