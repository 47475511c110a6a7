/**
 * What turns the unpacked package into something that runs: done by `npm run check:install`, written in docs/deploy.md
 * and docs/deploy/Containerfile.
 */
export const INSTALL_STEPS = ['npm ci --omit=dev', 'npm run warm'] as const
