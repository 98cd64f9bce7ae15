import { type GlobalScreenProps, ViewHeading } from '../components/layout';
import { Requests } from './requests';
import { Freezes, Schedules, Stages } from './schedules';

/** Changes of all environments that wait: for people, for a time, or for the next stage of a canary. */
export function WaitingScreen({ state: { approvals, environments }, params: { request }, person }: GlobalScreenProps) {
  return (
    <>
      <ViewHeading note="Changes that people have asked for and that are not made yet.">Waiting</ViewHeading>
      <Requests approvals={approvals} linked={request} person={person} />
      <Stages environments={environments} />
      <Schedules />
      <Freezes />
    </>
  );
}
