import { FormTextField, object, ref, ShopForm, string } from '@shop/forms/form';
import { urls } from '@shop/remote-contract/urls';
import { useLocation } from '@shop/router/router';
import { Alert } from '@shop/ui/controls';
import { Button, Typography } from '@shop/ui/core';
import { AuthCard, AuthLink } from './auth-card';
import * as styles from './session.module.css';
import { useRegistration } from './use-registration';

const passwordMessage = 'Password must be at least 6 characters';

/** Specification 5 "Register". */
const schema = object({
  firstName: string()
    .trim()
    .required('First name must be at least 2 characters')
    .min(2, 'First name must be at least 2 characters'),
  lastName: string()
    .trim()
    .required('Last name must be at least 2 characters')
    .min(2, 'Last name must be at least 2 characters'),
  email: string().trim().required('Invalid email address').email('Invalid email address'),
  password: string().required(passwordMessage).min(6, passwordMessage),
  confirmPassword: string()
    .required('Passwords do not match')
    .oneOf([ref('password')], 'Passwords do not match'),
});

const blank = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' };

/** Common e-mail providers, for the helper text and the banner. Specification 2 and 8. */
const commonHosts = ['gmail.com', 'outlook.com'];

/** Registration. Specification 2 "Register". */
export function RegisterScreen() {
  const { hasFailed, register } = useRegistration();
  const { state } = useLocation();
  return (
    <AuthCard title="Create your account" subtitle="One account for checkout, orders and delivery updates.">
      <ShopForm
        label="Create account"
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
                Registration failed. Please try using a different email provider (like {commonHosts.join(' or ')}).
              </Alert>
            )}
            <div className={styles.names}>
              <FormTextField
                name="firstName"
                label="First name"
                autoComplete="given-name"
                autoCapitalize="words"
                isRequired
              />
              <FormTextField
                name="lastName"
                label="Last name"
                autoComplete="family-name"
                autoCapitalize="words"
                isRequired
              />
            </div>
            <FormTextField
              name="email"
              label="Email"
              type="email"
              inputMode="email"
              autoComplete="email"
              helperText={`We recommend a common email provider, such as ${commonHosts.join(' or ')}.`}
              isRequired
            />
            <FormTextField name="password" label="Password" type="password" autoComplete="new-password" isRequired />
            <FormTextField
              name="confirmPassword"
              label="Confirm password"
              type="password"
              autoComplete="new-password"
              isRequired
            />
            <Button type="submit" variant="contained" size="large" fullWidth disabled={isSubmitting}>
              {isSubmitting ? 'Creating account...' : 'Create account'}
            </Button>
          </div>
        )}
      </ShopForm>
      <Typography className={styles.other}>
        Already have an account?{' '}
        <AuthLink to={urls.login()} state={state}>
          Sign in
        </AuthLink>
      </Typography>
    </AuthCard>
  );
}
