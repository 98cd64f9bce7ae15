/**
 * Formats the GitHub workflow of an app. It runs the steps of `.github/workflows/app.yml` when a change touches the app or
 * something that the app is built from.
 *
 * @param app `mf-reviews`.
 * @returns Text of `.github/workflows/mf-reviews.yml`.
 */
export function formatAppWorkflow(app: string): string {
  const paths = [`${app}/**`, 'shared/**', 'package-lock.json', `.github/workflows/${app}.yml`]
    .map((path) => `      - ${path}`)
    .join('\n');
  return `name: ${app}
on:
  pull_request:
    paths:
${paths}
  push:
    branches: [main]
    paths:
${paths}

permissions:
  contents: read
  # For the comment with the preview.
  pull-requests: write
  # For the release service.
  id-token: write

jobs:
  app:
    uses: ./.github/workflows/app.yml
    with:
      app: ${app}
`;
}
