/**
 * The steps from the unpacked package to a running server: done by `npm run check:install`, written in docs/deploy.md
 * and docs/deploy/Containerfile.
 */
export const INSTALL_STEPS = ['npm ci --omit=dev', 'npm run warm'] as const
