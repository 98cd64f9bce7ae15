import { HttpError, type ParsedBody } from '@shop/releases/service-api/requests';
import type { ApprovalView } from '@shop/releases/service-api/responses';
import { type Caller, isAuthor } from '../auth/principals';
import type { Service } from '../service';
import { loadApprovalView } from './approval-requests';

/**
 * Adds a comment to an open request.
 *
 * @throws {HttpError} 403 for a token, 404 when the request is not open, 409 when it has too many comments.
 */
export async function commentRequest(
  service: Service,
  { id, text }: ParsedBody<'comment'>,
  caller: Caller,
): Promise<ApprovalView> {
  const { tokenId, machine } = caller.principal;
  if (machine || tokenId !== undefined) {
    throw new HttpError(403, 'A token cannot comment on a request: sign in to the console.');
  }
  return loadApprovalView(service, await service.approvals.comment(id, caller.principal, text), caller);
}

/**
 * Stores whom the author asks to approve a request. Others who may approve it still can.
 *
 * @throws {HttpError} 400 for a person whom the policy does not name for it, 403 when the caller is not its author.
 */
export async function setReviewers(
  service: Service,
  { id, reviewers }: ParsedBody<'reviewers'>,
  caller: Caller,
): Promise<ApprovalView> {
  const { approvals } = service;
  const approval = await approvals.find(id);
  if (!isAuthor(caller.principal, approval.request.author)) {
    throw new HttpError(403, 'Only its author can choose who is asked to approve a request.');
  }
  const able = (await loadApprovalView(service, approval, caller)).needs.flatMap(({ by }) => by);
  const unable = reviewers.find((name) => !able.includes(name));
  if (unable !== undefined) throw new HttpError(400, `${unable} may not approve this request: choose somebody else.`);
  return loadApprovalView(service, await approvals.setReviewers(id, caller.principal, reviewers), caller);
}
