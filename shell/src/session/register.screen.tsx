import {
  isLongEnoughName,
  isLongEnoughPassword,
  maxEmailLength,
  maxNameLength,
  maxPasswordLength,
} from '@shop/api-contract/submission-limits';
import { FormTextField, object, ref, ShopForm, string, tooLong } from '@shop/forms/form';
import { text, useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { useLocation } from '@shop/router/router';
import { useSignOutCount } from '@shop/session/use-sign-out-count';
import { Alert } from '@shop/ui/controls';
import { Button, Typography } from '@shop/ui/core';
import { useState } from 'react';
import { AuthCard, AuthLink } from './auth-card';
import { emailSchema } from './email-schema';
import * as styles from './session.module.css';
import { type RegistrationAttempt, registrationDraft, useRegistration } from './use-registration';

const shortFirstName = text('First name must be at least 2 characters');
const shortLastName = text('Last name must be at least 2 characters');
const shortPassword = text('Password must be at least 6 characters');
const otherPassword = text('Passwords do not match');

const nameSchema = (short: string) =>
  string()
    .trim()
    .required(short)
    .test('min', short, (name) => isLongEnoughName(name))
    .max(maxNameLength, tooLong);

/** Specification 5 "Register". */
const schema = object({
  firstName: nameSchema(shortFirstName),
  lastName: nameSchema(shortLastName),
  email: emailSchema,
  password: string()
    .required(shortPassword)
    .test('min', shortPassword, (password) => isLongEnoughPassword(password))
    .max(maxPasswordLength, tooLong),
  confirmPassword: string()
    .required(otherPassword)
    .oneOf([ref('password')], otherPassword),
});

const blank = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' };

/** The links of the screen lead away from it, and a phone reloads a tab that was in the background. */
const keep = ({ firstName, lastName, email }: typeof blank) =>
  registrationDraft.write(firstName || lastName || email ? { firstName, lastName, email } : null);

/** Registration. A sign-out empties the form, as it deletes the draft. Specification 2 "Register". */
export const RegisterScreen = () => <Registration key={useSignOutCount()} />;

function Registration() {
  const t = useTexts();
  const { failure, register } = useRegistration();
  const { state } = useLocation();
  const [initialValues] = useState(() => ({ ...blank, ...registrationDraft.read() }));
  return (
    <AuthCard title={t('Create your account')} subtitle={t('One account for checkout, orders and delivery updates.')}>
      <ShopForm
        label={t('Create account')}
        initialValues={initialValues}
        schema={schema}
        onChange={keep}
        onSave={({ confirmPassword: _, ...registration }) => register(registration)}
      >
        {({ isSubmitting }) => (
          <div className={styles.fields}>
            {failure && <RegistrationFailure failure={failure} />}
            <div className={styles.names}>
              <FormTextField
                name="firstName"
                maxLength={maxNameLength}
                label={t('First name')}
                autoComplete="given-name"
                autoCapitalize="words"
                isRequired
              />
              <FormTextField
                name="lastName"
                maxLength={maxNameLength}
                label={t('Last name')}
                autoComplete="family-name"
                autoCapitalize="words"
                isRequired
              />
            </div>
            <FormTextField
              name="email"
              maxLength={maxEmailLength}
              label={t('Email')}
              type="email"
              inputMode="email"
              autoComplete="email"
              helperText={t('We recommend a common email provider, such as gmail.com or outlook.com.')}
              isRequired
            />
            <FormTextField
              name="password"
              maxLength={maxPasswordLength}
              label={t('Password')}
              type="password"
              autoComplete="new-password"
              isRequired
            />
            <FormTextField
              name="confirmPassword"
              label={t('Confirm password')}
              type="password"
              autoComplete="new-password"
              isRequired
            />
            <Button type="submit" variant="contained" size="large" fullWidth disabled={isSubmitting}>
              {isSubmitting ? t('Creating account...') : t('Create account')}
            </Button>
          </div>
        )}
      </ShopForm>
      <Typography className={styles.other}>
        {t.rich('Already have an account? <link>Sign in</link>', {
          link: (content) => (
            <AuthLink to={urls.login()} state={state}>
              {content}
            </AuthLink>
          ),
        })}
      </Typography>
    </AuthCard>
  );
}

/** The banner of a failed registration: the advice of specification 8 where the e-mail may be the cause, and the reason. */
function RegistrationFailure({ failure }: { failure: NonNullable<RegistrationAttempt['failure']> }) {
  const t = useTexts();
  const { isEmailSuspect, reason } = failure;
  return (
    <Alert severity="error" variant="outlined">
      {isEmailSuspect && (
        <div>
          {t('Registration failed. Please try using a different email provider (like gmail.com or outlook.com).')}
        </div>
      )}
      <div lang={reason.lang}>{reason.text}</div>
    </Alert>
  );
}
