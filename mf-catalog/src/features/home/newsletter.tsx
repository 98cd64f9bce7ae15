import { Button, Container, styled, Typography } from '@shop/ui/core';
import { useId } from 'react';
import { useNewsletter } from './use-newsletter';

const Frame = styled('section')(({ theme }) => ({
  paddingBlock: theme.spacing(7),
  textAlign: 'center',
  [theme.breakpoints.up('md')]: { paddingBlock: theme.spacing(11) },
}));

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(1.5),
  '& > button': { flex: '1 0 auto' },
}));

/** A plain input: the forms tier costs too many bytes for one input on the first page of a visit. */
const Field = styled('input')(({ theme }) => ({
  flex: '1 1 240px',
  minWidth: 0,
  height: 48,
  padding: theme.spacing(0, 2),
  font: 'inherit',
  color: 'inherit',
  background: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.outline}`,
  borderRadius: theme.shape.borderRadius,
  '&[aria-invalid=true]': { borderColor: theme.vars.palette.error.main },
}));

const Label = styled('label')({ display: 'block', marginBottom: 6, textAlign: 'start', fontSize: '0.9375rem' });

/** The line keeps its height without an error, so that an error causes no layout shift. */
const FieldError = styled('p')(({ theme }) => ({
  margin: theme.spacing(0.75, 0, 0),
  minHeight: '1.5em',
  textAlign: 'start',
  fontSize: '0.9375rem',
  color: theme.vars.palette.error.main,
}));

/** The form that subscribes to the newsletter. Specification 2 "Home page", 4 and 5 "Newsletter". */
export function Newsletter() {
  const { error, submit, clearError } = useNewsletter();
  const titleId = useId();
  const fieldId = useId();
  const errorId = useId();
  return (
    <Frame aria-labelledby={titleId}>
      <Container maxWidth="sm">
        <Typography variant="h2" id={titleId}>
          Letters from the kitchen
        </Typography>
        <Typography sx={{ mt: 1.5, mb: 3.5, color: 'text.secondary' }}>
          New pieces, care notes and a recipe now and then.
        </Typography>
        <form noValidate aria-labelledby={titleId} onSubmit={submit}>
          <Label htmlFor={fieldId}>Email</Label>
          <Row>
            <Field
              id={fieldId}
              name="email"
              type="email"
              inputMode="email"
              autoComplete="email"
              required
              aria-invalid={error !== ''}
              aria-describedby={errorId}
              onInput={clearError}
            />
            <Button type="submit" variant="contained" size="large">
              Subscribe
            </Button>
          </Row>
          <FieldError id={errorId} role="alert">
            {error}
          </FieldError>
        </form>
      </Container>
    </Frame>
  );
}
