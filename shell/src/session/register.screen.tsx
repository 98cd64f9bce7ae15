import { FormTextField, object, ref, ShopForm, string } from '@shop/forms/form';
import { text, useTexts } from '@shop/language/texts';
import { urls } from '@shop/remote-contract/urls';
import { useLocation } from '@shop/router/router';
import { Alert } from '@shop/ui/controls';
import { Button, Typography } from '@shop/ui/core';
import { AuthCard, AuthLink } from './auth-card';
import * as styles from './session.module.css';
import { useRegistration } from './use-registration';

const shortFirstName = text('First name must be at least 2 characters');
const shortLastName = text('Last name must be at least 2 characters');
const invalidEmail = text('Invalid email address');
const shortPassword = text('Password must be at least 6 characters');
const otherPassword = text('Passwords do not match');

/** Specification 5 "Register". */
const schema = object({
  firstName: string().trim().required(shortFirstName).min(2, shortFirstName),
  lastName: string().trim().required(shortLastName).min(2, shortLastName),
  email: string().trim().required(invalidEmail).email(invalidEmail),
  password: string().required(shortPassword).min(6, shortPassword),
  confirmPassword: string()
    .required(otherPassword)
    .oneOf([ref('password')], otherPassword),
});

const blank = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' };

/** Registration. Specification 2 "Register". */
export function RegisterScreen() {
  const t = useTexts();
  const { hasFailed, register } = useRegistration();
  const { state } = useLocation();
  return (
    <AuthCard title={t('Create your account')} subtitle={t('One account for checkout, orders and delivery updates.')}>
      <ShopForm
        label={t('Create account')}
        initialValues={blank}
        schema={schema}
        onSave={({ confirmPassword: _, firstName, lastName, ...rest }) =>
          register({ ...rest, firstName: firstName.trim(), lastName: lastName.trim() })
        }
      >
        {({ isSubmitting }) => (
          <div className={styles.fields}>
            {hasFailed && (
              <Alert severity="error" variant="outlined">
                {t('Registration failed. Please try using a different email provider (like gmail.com or outlook.com).')}
              </Alert>
            )}
            <div className={styles.names}>
              <FormTextField
                name="firstName"
                label={t('First name')}
                autoComplete="given-name"
                autoCapitalize="words"
                isRequired
              />
              <FormTextField
                name="lastName"
                label={t('Last name')}
                autoComplete="family-name"
                autoCapitalize="words"
                isRequired
              />
            </div>
            <FormTextField
              name="email"
              label={t('Email')}
              type="email"
              inputMode="email"
              autoComplete="email"
              helperText={t('We recommend a common email provider, such as gmail.com or outlook.com.')}
              isRequired
            />
            <FormTextField
              name="password"
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
