import { Link } from '@mui/material';
import { formatCommit } from '@shop/releases/change-model/words';
import type { ReleaseSource } from '@shop/releases/service-api/responses';
import type { ReactNode } from 'react';

/** A link to another site, in a tab of its own. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} target="_blank" rel="noreferrer">
      {children}
    </Link>
  );
}

const linkTo = (text: string, url: string | undefined) => (url ? <ExternalLink href={url}>{text}</ExternalLink> : text);

export interface SourceLinksProps {
  source: ReleaseSource;
  /** Text before the commit, or before the pipeline of a release without one. */
  before?: string;
}

/** The commit and the pipeline of a release, with links to their pages where these are known: `commit c0ffee1, pipeline 812`. */
export function SourceLinks({ source: { commit, commitUrl, pipeline, pipelineUrl }, before = '' }: SourceLinksProps) {
  if (!commit && !pipeline) return null;
  return (
    <>
      {before}
      {commit && linkTo(`commit ${formatCommit(commit)}`, commitUrl)}
      {commit && pipeline && ', '}
      {pipeline && linkTo(`pipeline ${pipeline}`, pipelineUrl)}
    </>
  );
}
