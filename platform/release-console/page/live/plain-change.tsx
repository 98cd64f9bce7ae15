import { Button } from '@mui/material';
import { type Kind, kindNames, kinds, readChange } from '@shop/releases/change-model/changes';
import type { EnvironmentView } from '@shop/releases/service-api/responses';
import { useState } from 'react';
import { isAllowed } from '../api/console-api';
import { ActionDialog } from '../components/action-dialog';

/** Buttons of the kinds of changes that need no field but a reason. Those that the person may not make are left out. */
export function PlainChangeButtons({ environment }: { environment: EnvironmentView }) {
  return kindNames.map((kind) => <PlainChangeButton key={kind} environment={environment} kind={kind} />);
}

function PlainChangeButton({ environment, kind }: { environment: EnvironmentView; kind: Kind }) {
  const [isOpen, setIsOpen] = useState(false);
  const { button } = kinds[kind];
  if (!button || !isAllowed(environment, kind, null)) return null;
  return (
    <>
      <Button variant="outlined" onClick={() => setIsOpen(true)}>
        {button.label}…
      </Button>
      {isOpen && (
        <ActionDialog
          environment={environment}
          title={`${button.label}?`}
          effect={button.effect}
          confirm={button.label}
          change={readChange(kind, { env: environment.name, reason: '' })}
          done={button.done}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
